import { useEffect, useState } from "react";
import { toFormError } from "@/session/accountsApi";
import { copyText } from "@/lib/copyText";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";
import { Spinner } from "@/components/ui/Spinner";

interface InviteDialogProps {
  readonly invite: () => Promise<string>;
  readonly onClose: () => void;
}

/** Creates an invitation when it opens and shows its link. */
export function InviteDialog({ invite, onClose }: InviteDialogProps) {
  const [link, setLink] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    invite().then(
      (created) => isCurrent && setLink(created),
      (error: unknown) => isCurrent && setFailure(toFormError(error).message),
    );
    return () => {
      isCurrent = false;
    };
  }, [invite]);

  return (
    <Dialog
      title="Invite a teammate"
      description="Send this link to one person. It works once, for 7 days, and joins your workspace."
      onClose={onClose}
      footer={
        <>
          {link !== null && (
            <Button
              variant="primary"
              onClick={({ currentTarget }) => void copyText("Link", link, currentTarget)}
            >
              Copy link
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {failure !== null && (
        <p role="alert" className="text-danger-ink">
          {failure}
        </p>
      )}
      {failure === null && link === null && <Spinner />}
      {link !== null && (
        <Field label="Invitation link">
          <Input readOnly value={link} autoFocus onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </Dialog>
  );
}
