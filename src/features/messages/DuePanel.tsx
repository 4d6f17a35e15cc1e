import { SETTING_LABELS, type OfficeSettings } from "@domain/job/officeSettings";
import { textOrNull } from "@domain/text/text";
import { Field } from "@/components/ui/Field";
import { FormPanel } from "@/components/ui/FormPanel";
import { Input } from "@/components/ui/Input";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";

export interface OptionPanelProps {
  readonly settings: OfficeSettings;
  readonly onClose: () => void;
}

export const DUE_TITLE = "Gutter cleaning due again";

/** Sets after how many months a cleaning is due again, unless its job says otherwise. */
export function DuePanel({ settings, onClose }: OptionPanelProps) {
  const shown = String(settings.due_months ?? "");
  const form = useSettingsForm({
    shown: { due_months: shown },
    changesOf: ({ due_months: typed = shown }) => {
      const text = textOrNull(typed);
      const due_months = text === null ? null : Number(text);
      return changesOfSettings(DUE_TITLE, (text ?? "") === shown ? null : { due_months });
    },
    onLeave: onClose,
  });
  return (
    <FormPanel
      form={form}
      title={DUE_TITLE}
      description="For everyone in your office. A job may have months of its own. Nothing is booked by itself."
    >
      <Field
        label={SETTING_LABELS.due_months}
        hint="Months, for example 12. Nothing is due while it is empty."
        error={form.errorOf("due_months")}
      >
        <Input autoComplete="off" inputMode="numeric" {...form.propsOf("due_months")} />
      </Field>
    </FormPanel>
  );
}
