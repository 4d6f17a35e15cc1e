import { useEffect, useState } from "react";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import {
  asText,
  removeUnsentTexts,
  unsentTextsOf,
  type UnsentTexts,
} from "@/offline/signOut/unsentTexts";
import { thisDevice } from "@/lib/thisDevice";
import { counted } from "@domain/text/text";
import { copyText } from "@/lib/copyText";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Textarea } from "@/components/ui/Textarea";

interface RemovedPersonTextProps {
  /** The address of a removed person, whose password the server has verified. */
  readonly email: string;
}

/**
 * Shows a person who was removed from the team what this device could not send,
 * to be copied before it is deleted. Load it lazily.
 */
export function RemovedPersonText({ email }: RemovedPersonTextProps) {
  const [unsent, setUnsent] = useState<UnsentTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    unsentTextsOf(email).then(
      (found) => {
        if (isCurrent) setUnsent(found);
      },
      (error: unknown) => {
        // A browser that keeps nothing has nothing to show.
        if (!(error instanceof DeviceStoreError)) reportError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [email]);
  return unsent && <UnsentDialog unsent={unsent} onClose={() => setUnsent(null)} />;
}

interface UnsentDialogProps {
  readonly unsent: UnsentTexts;
  readonly onClose: () => void;
}

function UnsentDialog({ unsent, onClose }: UnsentDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    try {
      await removeUnsentTexts(unsent);
      onClose();
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      setProblem(`Not deleted. ${error.message}`);
    }
  };
  const text = asText(unsent);
  return (
    <Dialog
      title="Not sent before you were removed"
      onClose={onClose}
      footer={
        <>
          <ConfirmButton
            className="mr-auto"
            confirmLabel="Confirm: delete it"
            onConfirm={() => void remove()}
          >
            Delete from {thisDevice()}
          </ConfirmButton>
          {text !== "" && (
            <Button
              variant="primary"
              onClick={({ currentTarget }) => void copyText("Text", text, currentTarget)}
            >
              Copy
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm text-ink-muted">
          {whatIsLost(unsent)} Copy what you need, then delete it.
        </p>
        {text !== "" && (
          <Field label="Your text">
            <Textarea readOnly rows={10} value={text} />
          </Field>
        )}
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {problem}
        </p>
      </div>
    </Dialog>
  );
}

function whatIsLost({ photoCount }: UnsentTexts): string {
  const photos = photoCount === 0 ? "" : ` and ${counted(photoCount, "photo")}`;
  return `${thisDevice("This")} could not send this${photos} any more.`;
}
