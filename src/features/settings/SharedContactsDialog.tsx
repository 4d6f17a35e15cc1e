import { Dialog } from "@/components/ui/Dialog";
import { ContactSet, type Contact } from "@/job/customer/ContactSet";

interface SharedContactsDialogProps {
  readonly total: number;
  readonly sets: readonly (readonly Contact[])[];
  readonly onClose: () => void;
}

/** Merges customers who share a contact under different names, pair by pair. */
export function SharedContactsDialog({ total, sets, onClose }: SharedContactsDialogProps) {
  return (
    <Dialog
      title="Shared contacts"
      description="Choose whom to keep and merge those who are the same person into them. Leave couples and offices as they are."
      size="large"
      onClose={onClose}
    >
      <ul className="flex flex-col gap-6">
        {sets.map((set) => (
          <li key={set.map(({ customer_id }) => customer_id).join(" ")}>
            <ContactSet customers={set} />
          </li>
        ))}
      </ul>
      {total > sets.length && (
        <p className="mt-6 text-sm text-ink-muted">
          These are {sets.length} of {total}. The others follow once these are done.
        </p>
      )}
    </Dialog>
  );
}
