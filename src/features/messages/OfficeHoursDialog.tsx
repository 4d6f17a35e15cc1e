import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { FormPanel } from "@/components/ui/FormPanel";
import { LoadingData } from "@/components/ui/LoadingData";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";
import { DUE_TITLE, DuePanel, type OptionPanelProps } from "./DuePanel";
import { HourFields } from "./HourFields";
import { changedSettings, shownSettings } from "./typedSettings";

interface OfficeHoursDialogProps {
  readonly of?: keyof typeof PANELS;
  readonly onClose: () => void;
}

const PANELS = {
  hours: { title: "Office hours", Panel: HoursPanel },
  due: { title: DUE_TITLE, Panel: DuePanel },
};

/** Sets the office hours, or when cleanings are due again, over any screen. */
export function OfficeHoursDialog({ of = "hours", onClose }: OfficeHoursDialogProps) {
  const settings = useOfficeSettings();
  const { title, Panel } = PANELS[of];
  return (
    <DialogFrame>
      {settings === undefined ? (
        <DialogPanel title={title} onClose={onClose}>
          <LoadingData what="This option" className="mx-auto my-6" />
        </DialogPanel>
      ) : (
        <Panel {...{ settings, onClose }} />
      )}
    </DialogFrame>
  );
}

function HoursPanel({ settings, onClose }: OptionPanelProps) {
  const form = useSettingsForm({
    shown: shownSettings(settings),
    changesOf: (typed) => changesOfSettings("Office hours", changedSettings(settings, typed)),
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
