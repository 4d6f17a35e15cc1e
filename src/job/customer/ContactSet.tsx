import { useAction } from "convex/react";
import { clsx } from "clsx";
import { useRef, useState } from "react";
import { api } from "@convex/_generated/api";
import { formatPhone } from "@domain/customer/phone";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { reportFault, toAppError } from "@/lib/appErrors";
import { beginPendingWork } from "@/lib/pendingWork";
import { randomUuid } from "@/lib/randomUuid";
import { showToast } from "@/lib/toasts";
import { recordUndoable, undoToast } from "@/offline/outbox/undoable";

export interface Contact {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
}

interface ContactSetProps {
  readonly customers: readonly Contact[];
  readonly onMerged?: (kept: Contact) => void;
}

/** Customers of whom a person merges some into the one to keep. */
export function ContactSet({ customers, onMerged }: ContactSetProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const { left, merge, merging, failure } = useMerges(customers, (kept) => {
    // The button that had the focus disappears.
    box.current?.querySelector<HTMLElement>("input:checked")?.focus();
    onMerged?.(kept);
  });
  const [keptId, setKeptId] = useState(customers[0]?.customer_id);
  const kept = left.find(({ customer_id }) => customer_id === keptId);
  const group = customers.map(({ customer_id }) => customer_id).join(" ");

  return (
    <fieldset ref={box} className="rounded-xl border border-line">
      <legend className="sr-only">
        {customers.map(({ customer_name }) => customer_name).join(", ")}
      </legend>
      <ul>
        {left.map((customer) => {
          const { customer_id, customer_name } = customer;
          const isKept = customer_id === keptId;
          return (
            <li
              key={customer_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2 first:border-t-0"
            >
              <label className="flex min-h-11 min-w-0 grow basis-44 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={`Keep of ${group}`}
                  className="size-5 shrink-0 accent-accent"
                  checked={isKept}
                  onChange={() => setKeptId(customer_id)}
                />
                <span className="min-w-0">
                  <span className="block font-medium">{customer_name}</span>
                  <span className="block text-sm break-words text-ink-muted">
                    {contactLine(customer)}
                  </span>
                </span>
              </label>
              {isKept ? (
                <span
                  className={clsx(
                    "px-3 text-sm",
                    left.length === 1 ? "text-green-ink" : "text-ink-muted",
                  )}
                >
                  {left.length === 1 ? "Merged" : "Kept"}
                </span>
              ) : (
                <ConfirmButton
                  confirmLabel={`Merge into ${kept?.customer_name}?`}
                  aria-label={`Merge ${customer_name}`}
                  busy={merging === customer_id}
                  disabled={kept === undefined || merging !== null}
                  onConfirm={() => kept && void merge(kept, customer)}
                >
                  Merge
                </ConfirmButton>
              )}
            </li>
          );
        })}
      </ul>
      {failure !== null && (
        <p role="alert" className="px-4 pb-3 text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </fieldset>
  );
}

function useMerges(customers: readonly Contact[], onMerged: (kept: Contact) => void) {
  const mergeInto = useAction(api.customers.merge);
  const [left, setLeft] = useState(customers);
  const [merging, setMerging] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const merge = async (kept: Contact, duplicate: Contact) => {
    setMerging(duplicate.customer_id);
    setFailure(null);
    const endWork = beginPendingWork("unsaved");
    try {
      const { run: runId } = await mergeInto({
        kept: kept.customer_id,
        duplicate: duplicate.customer_id,
      });
      const name = `${duplicate.customer_name} into ${kept.customer_name}`;
      const undo = { id: randomUuid(), name, runId };
      recordUndoable(undo);
      showToast("success", "Customers merged", {
        description: name,
        ...undoToast(undo),
      });
      setLeft((all) => all.filter((customer) => customer !== duplicate));
      onMerged(kept);
    } catch (thrown) {
      reportFault(thrown);
      setFailure(toAppError(thrown).message);
    } finally {
      endWork();
      setMerging(null);
    }
  };

  return { left, merge, merging, failure };
}

function contactLine({ customer_id, customer_phone, customer_email }: Contact): string {
  return [customer_id, formatPhone(customer_phone ?? ""), customer_email]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}
