import { MoneyInput } from "@/components/ui/MoneyInput";
import { useJobForm } from "../JobFormContext";
import { JobField } from "./JobField";

export function PriceField() {
  const form = useJobForm();
  return (
    <JobField name="jobs_price">
      <MoneyInput
        name="jobs_price"
        readOnly={form.isLocked}
        value={form.values.jobs_price}
        onFocus={() => form.focus("jobs_price")}
        onType={(text) => form.type("jobs_price", text)}
        onLeave={(text) => form.leave("jobs_price", text)}
      />
    </JobField>
  );
}
