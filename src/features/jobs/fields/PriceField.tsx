import { CENT } from "@domain/money";
import { useJobForm } from "../JobFormContext";
import { JobField } from "./JobField";
import { NativeInput } from "./NativeInput";

export function PriceField() {
  const form = useJobForm();
  return (
    <JobField name="jobs_price">
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-sm text-ink-muted touch:text-base"
        >
          $
        </span>
        <NativeInput
          type="number"
          name="jobs_price"
          inputMode="decimal"
          min={0}
          step={CENT}
          placeholder="0.00"
          className="pl-7 tabular-nums"
          readOnly={form.isLocked}
          value={form.values.jobs_price}
          onFocus={() => form.focus("jobs_price")}
          onType={(text) => form.type("jobs_price", text)}
          onLeave={(text) => form.leave("jobs_price", text)}
          // Scrolling the page over a focused number would change the price.
          onWheel={(event) => event.currentTarget.blur()}
        />
      </div>
    </JobField>
  );
}
