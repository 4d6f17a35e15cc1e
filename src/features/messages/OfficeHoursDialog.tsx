import type { OfficeSettings } from "@domain/officeSettings";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { FormPanel } from "@/components/ui/FormPanel";
import { LoadingData } from "@/components/ui/LoadingData";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";
import { HourFields } from "./HourFields";
import { changedSettings, shownSettings } from "./typedSettings";

interface OfficeHoursDialogProps {
  readonly onClose: () => void;
}

/** The hours of the office, over any screen. */
export function OfficeHoursDialog({ onClose }: OfficeHoursDialogProps) {
  const settings = useOfficeSettings();
  return (
    <DialogFrame>
      {settings === undefined ? (
        <DialogPanel title="Office hours" onClose={onClose}>
          <LoadingData what="The hours" className="mx-auto my-6" />
        </DialogPanel>
      ) : (
        <HoursPanel {...{ settings, onClose }} />
      )}
    </DialogFrame>
  );
}

interface HoursPanelProps extends OfficeHoursDialogProps {
  readonly settings: OfficeSettings;
}

function HoursPanel({ settings, onClose }: HoursPanelProps) {
  const form = useSettingsForm({
    shown: shownSettings(settings),
    changesOf: (typed) =>
      changesOfSettings("Office hours", changedSettings(settings, typed)),
    onLeave: onClose,
  });
  const { texts, errorOf, type } = form;
  return (
    <FormPanel
      form={form}
      title="Office hours"
      description="For everyone in your office. Without them, times from 6 AM to 8 PM are offered."
    >
      <HourFields {...{ texts, errorOf }} onType={type} />
    </FormPanel>
  );
}
