import {
  DEFAULT_VALID_DAYS,
  DEFAULT_WASTE_PERCENT,
  ESTIMATE_LABELS,
  type OfficeSettings,
} from "@domain/job/officeSettings";
import { Field } from "@/components/ui/Field";
import { FormPanel } from "@/components/ui/FormPanel";
import { Input } from "@/components/ui/Input";
import { Textarea } from "@/components/ui/Textarea";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";
import {
  changedOffice,
  NUMBER_FIELDS,
  OFFICE_FIELDS,
  shownOffice,
  type OfficeField,
  type OfficeTexts,
} from "./typedOffice";

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

/** The office's details that every estimate shows. */
export function EstimateOffice({ settings, onLeave }: EstimateOfficeProps) {
  const form = useSettingsForm<OfficeTexts>({
    shown: shownOffice(settings),
    changesOf: (typed) => changesOfSettings("Company details", changedOffice(settings, typed)),
    onLeave,
  });
  return (
    <FormPanel
      form={form}
      title="Company details"
      description="For everyone in your office, on every estimate."
      className="grid gap-4 sm:grid-cols-2"
    >
      {OFFICE_FIELDS.map((field) => (
        <Field
          key={field}
          label={ESTIMATE_LABELS[field]}
          hint={HINTS[field]}
          error={form.errorOf(field)}
          className={LONG.includes(field) ? "sm:col-span-2" : undefined}
        >
          {LONG.includes(field) ? (
            <Textarea {...form.propsOf(field)} />
          ) : (
            <Input
              autoComplete={field === "company_phone" ? "tel" : "off"}
              inputMode={NUMBER_FIELDS.includes(field) ? "numeric" : undefined}
              {...form.propsOf(field)}
            />
          )}
        </Field>
      ))}
    </FormPanel>
  );
}
