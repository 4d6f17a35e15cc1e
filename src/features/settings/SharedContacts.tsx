import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { reportFault, toAppError } from "@/lib/appErrors";
import { sharedContactsMessage } from "./settingsMessages";

const SharedContactsDialog = lazyDialog(
  async () => (await import("./SharedContactsDialog")).SharedContactsDialog,
);

type Found = FunctionReturnType<typeof api.customers.sharedContacts>;

/** Who still shares a phone number or an e-mail address after a dedupe, for a person to decide. */
export function SharedContacts() {
  const { found, failure, read } = useSharedContacts();
  const [isOpen, setIsOpen] = useState(false);

  if (failure !== null)
    return (
      <p className="text-danger-ink">
        Shared phone numbers and e-mail addresses could not be read: {failure}{" "}
        <Button size="small" onClick={read}>
          Try again
        </Button>
      </p>
    );
  if (found === null)
    return <p className="text-ink-muted">Looking for shared contacts...</p>;
  if (found.total === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="grow basis-64">{sharedContactsMessage(found.total)}</p>
      <Button onClick={() => setIsOpen(true)}>Review</Button>
      {isOpen && (
        <SharedContactsDialog
          {...found}
          onClose={() => {
            setIsOpen(false);
            read();
          }}
        />
      )}
    </div>
  );
}

function useSharedContacts() {
  const load = useAction(api.customers.sharedContacts);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    load({}).then(setFound, (thrown: unknown) => {
      reportFault(thrown);
      setFailure(toAppError(thrown).message);
    });
  }, [load, attempt]);
  const read = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };

  return { found, failure, read };
}
