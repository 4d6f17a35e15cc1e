import { counted } from "@domain/text/text";
import type { SignOutQuestion as Question } from "@/offline/signOut/signOutQuestion";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";

interface SignOutQuestionProps {
  readonly question: Question;
  readonly onClose: () => void;
}

/** Asks before a sign-out that would delete unsent changes. */
export function SignOutQuestion({ question, onClose }: SignOutQuestionProps) {
  const { unsent, answer } = question;
  return (
    <Dialog
      title="Sign out?"
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={() => answer(true)}>
            Sign out and discard
          </Button>
          <Button variant="primary" autoFocus onClick={onClose}>
            Stay
          </Button>
        </>
      }
    >
      <p>
        {counted(unsent, "change")} {unsent === 1 ? "is" : "are"} not sent yet.
      </p>
      <p className="mt-2 text-ink-muted">
        A sign-out deletes {unsent === 1 ? "it" : "them"} from this device. Stay signed in until
        everything is sent.
      </p>
    </Dialog>
  );
}
