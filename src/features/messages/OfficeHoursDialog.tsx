import type { OfficeSettings } from "@domain/officeSettings";
import { Button } from "@/components/ui/Button";
import { DialogFrame, DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { useSettingsForm } from "@/offline/useSettingsForm";
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

const FORM_ID = "office-hours";

interface HoursPanelProps extends OfficeHoursDialogProps {
  readonly settings: OfficeSettings;
}

/** Leaving it saves what was typed, as in a job. */
function HoursPanel({ settings, onClose }: HoursPanelProps) {
  const { typed, errorOf, type, leave } = useSettingsForm<
    ReturnType<typeof shownSettings>
  >({
    name: "Office hours",
    changeOf: (given) => changedSettings(settings, given),
    onLeave: onClose,
  });
  return (
    <DialogPanel
      title="Office hours"
      description="For everyone in your office. Without them, times from 6 AM to 8 PM are offered."
      onClose={leave}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
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
        onSubmit={(event) => {
          event.preventDefault();
          leave();
        }}
      >
        <HourFields
          texts={{ ...shownSettings(settings), ...typed }}
          errorOf={errorOf}
          onType={type}
        />
      </form>
    </DialogPanel>
  );
}
