import { SETTING_LABELS } from "@domain/job/officeSettings";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { settledHour } from "./typedSettings";

const HOURS = [
  {
    field: "opens_at",
    placeholder: "8 AM",
    hint: "The week shows these hours, and new visits are offered in them.",
  },
  { field: "closes_at", placeholder: "5 PM", hint: undefined },
] as const;

type HourField = (typeof HOURS)[number]["field"];

interface HourFieldsProps {
  readonly texts: Readonly<Record<HourField, string>>;
  readonly errorOf: (field: HourField) => string | null;
  readonly onType: (field: HourField, text: string) => void;
}

/** The times at which the office opens and closes. A typed time is shown in full on blur. */
export function HourFields({ texts, errorOf, onType }: HourFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-3">
      {HOURS.map(({ field, placeholder, hint }) => (
        <Field key={field} label={SETTING_LABELS[field]} hint={hint} error={errorOf(field)}>
          <Input
            autoComplete="off"
            placeholder={placeholder}
            name={field}
            value={texts[field]}
            onChange={({ target }) => onType(field, target.value)}
            onBlur={() => {
              const settled = settledHour(field, texts[field]);
              if (settled !== texts[field]) onType(field, settled);
            }}
          />
        </Field>
      ))}
    </div>
  );
}
