import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { ContactSet } from "@/job/customer/ContactSet";
import { CustomerPicker } from "@/job/customer/CustomerPicker";
import { isWaitingCustomer, type FoundCustomer } from "@/job/customer/FoundCustomer";
import { openCustomer } from "@/lib/openCustomer";
import type { Customer } from "@/job/jobForm";

/** Merges the customer with another one, whom the person chooses. */
export function MergeCustomer({ customer }: { readonly customer: Customer }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        Merge with ...
      </Button>
    );
  return <Merge customer={customer} onStop={() => setIsOpen(false)} />;
}

interface MergeProps {
  readonly customer: Customer;
  readonly onStop: () => void;
}

function Merge({ customer, onStop }: MergeProps) {
  const [term, setTerm] = useState("");
  const [pair, setPair] = useState<readonly FoundCustomer[] | null>(null);
  const section = useRef<HTMLElement>(null);
  // The field that had the focus has disappeared.
  useEffect(() => {
    if (pair !== null) section.current?.querySelector("input")?.focus();
  }, [pair]);
  const choose = (other: FoundCustomer) => {
    if (!isWaitingCustomer(other)) setPair([customer, other]);
  };
  return (
    <section ref={section} aria-label="Merge" className="flex flex-col gap-3">
      {pair === null ? (
        <Field label="Merge with" hint="The jobs of both move to the one that you keep.">
          <div className="flex gap-2">
            <div className="grow">
              <CustomerPicker
                text={term}
                onTextChange={setTerm}
                onSelect={choose}
                except={customer.customer_id}
                placeholder="Search customers"
                emptyText="No customer found."
                autoFocus
              />
            </div>
            <Button onClick={onStop}>Cancel</Button>
          </div>
        </Field>
      ) : (
        <>
          <ContactSet
            customers={pair}
            onMerged={({ customer_id: kept }) => {
              if (kept !== customer.customer_id) openCustomer(kept);
            }}
          />
          <div className="flex items-center justify-between gap-3">
            <p className="text-sm text-ink-muted">Choose whom to keep. A merge can be undone.</p>
            <Button onClick={onStop}>Close</Button>
          </div>
        </>
      )}
    </section>
  );
}
