import { TYPED_TEXTS } from "@domain/inputLimits";
import {
  DEFAULT_VALID_DAYS,
  DEFAULT_WASTE_PERCENT,
  ESTIMATE_LABELS,
  type OfficeSettings,
} from "@domain/officeSettings";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { Textarea } from "@/components/ui/Textarea";
import { useSettingsForm } from "@/offline/useSettingsForm";
import {
  changedOffice,
  NUMBER_FIELDS,
  OFFICE_FIELDS,
  shownOffice,
  type OfficeField,
  type OfficeTexts,
} from "./typedOffice";

const FORM_ID = "estimate-office";

const LONG: readonly OfficeField[] = ["company_address", "estimate_terms"];

const HINTS: Partial<Record<OfficeField, string>> = {
  estimate_terms: "On every estimate, such as when you are paid.",
  valid_days: `${DEFAULT_VALID_DAYS} if it is empty.`,
  waste_percent: `${DEFAULT_WASTE_PERCENT} if it is empty. It is never on an estimate.`,
};

interface EstimateOfficeProps {
  readonly settings: OfficeSettings;
  /** Returns to the estimate. */
  readonly onLeave: () => void;
}

/** What every estimate of the office says. Leaving it saves what was typed, as in a job. */
export function EstimateOffice({ settings, onLeave }: EstimateOfficeProps) {
  const { typed, errorOf, type, leave } = useSettingsForm<OfficeTexts>({
    name: "Company details",
    changeOf: (given) => changedOffice(settings, given),
    onLeave,
  });
  const texts = { ...shownOffice(settings), ...typed };
  const propsOf = (field: OfficeField) => ({
    name: field,
    value: texts[field],
    maxLength:
      field in TYPED_TEXTS
        ? TYPED_TEXTS[field as keyof typeof TYPED_TEXTS].max
        : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      type(field, target.value),
  });
  return (
    <DialogPanel
      title="Company details"
      description="For everyone in your office, on every estimate."
      onClose={leave}
      footer={
        <>
          <Button variant="ghost" onClick={onLeave}>
            Discard
          </Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        {OFFICE_FIELDS.map((field) => (
          <Field
            key={field}
            label={ESTIMATE_LABELS[field]}
            hint={HINTS[field]}
            error={errorOf(field)}
            className={LONG.includes(field) ? "sm:col-span-2" : undefined}
          >
            {LONG.includes(field) ? (
              <Textarea {...propsOf(field)} />
            ) : (
              <Input
                autoComplete={field === "company_phone" ? "tel" : "off"}
                inputMode={
                  NUMBER_FIELDS.includes(field) ? "numeric" : undefined
                }
                {...propsOf(field)}
              />
            )}
          </Field>
        ))}
      </form>
    </DialogPanel>
  );
}
