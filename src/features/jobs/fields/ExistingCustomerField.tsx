import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { CustomerPicker } from "@/features/customers/CustomerPicker";
import type { Customer } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { LinkButton } from "./LinkButton";
import { TextField } from "./TextField";

/** The job's customer: the name can be corrected, or another customer chosen. */
export function ExistingCustomerField({
  customer,
}: {
  readonly customer: Customer | null;
}) {
  const { choose, isLocked } = useJobForm();
  const [isChoosing, setIsChoosing] = useState(false);
  const [term, setTerm] = useState("");
  const stop = () => {
    setIsChoosing(false);
    setTerm("");
  };

  if (isChoosing) {
    return (
      <Field label="Another customer" hint="Search by name, phone, email or id">
        <div className="flex gap-2">
          <div className="grow">
            <CustomerPicker
              text={term}
              onTextChange={setTerm}
              onSelect={({ customer_id }) => {
                choose("job_customer_id", customer_id);
                stop();
              }}
              placeholder="Search customers"
              emptyText="No customer found."
              autoFocus
            />
          </div>
          <Button onClick={stop}>Cancel</Button>
        </div>
      </Field>
    );
  }
  return (
    <TextField
      name="customer_name"
      required
      hint={
        <>
          {customer?.customer_id}
          {!isLocked && (
            <LinkButton
              className={clsx(customer && "ml-3")}
              onClick={() => setIsChoosing(true)}
            >
              Choose another customer
            </LinkButton>
          )}
        </>
      }
    />
  );
}
