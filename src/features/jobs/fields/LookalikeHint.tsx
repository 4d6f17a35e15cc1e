import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { isPendingCustomer } from "@/features/customers/pendingCustomers";
import {
  useLookalike,
  type TypedCustomer,
} from "@/features/customers/useCustomerSearch";
import { formatPhone } from "@domain/phone";
import type { Customer } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { LinkButton } from "./links";

interface LookalikeHintProps {
  /** The field under which it stands: the one that agrees. */
  readonly name: keyof TypedCustomer;
  readonly onChoose: (customer: Customer) => void;
}

/** For a new customer who may be known already. It never blocks. */
export function useLookalikeHint({ name, onChoose }: LookalikeHintProps) {
  const { values } = useJobForm();
  const isNew = values.job_customer_id === "";
  const found = useLookalike(values);
  if (!isNew || found?.by !== name) return null;
  return <LookalikeHint customer={found.customer} onChoose={onChoose} />;
}

function LookalikeHint({
  customer,
  onChoose,
}: {
  readonly customer: Customer;
  readonly onChoose: (customer: Customer) => void;
}) {
  const place = useLastPlace(customer);
  const known = [
    customer.customer_name,
    customer.customer_phone
      ? formatPhone(customer.customer_phone)
      : customer.customer_email,
    place?.job_address,
  ];
  return (
    <span role="status" className="text-amber-ink">
      Looks like {known.filter(Boolean).join(", ")}.{" "}
      <LinkButton
        className="touch:min-h-11"
        // A blur would move the button before it is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(customer)}
      >
        Use this customer
      </LinkButton>
    </span>
  );
}

/** One who waits to be created has no job on the server. */
function useLastPlace(customer: Customer | null) {
  return useQuery(
    api.jobs.lastPlace,
    customer === null || isPendingCustomer(customer)
      ? "skip"
      : { customer_id: customer.customer_id },
  );
}

interface LastPlaceProps {
  /** The customer of the new job. */
  readonly customer: Customer | null;
}

/** Offers the address of the customer's last job while the field is empty. */
export function LastPlace({ customer }: LastPlaceProps) {
  const { values, choose, isLocked } = useJobForm();
  const place = useLastPlace(customer);
  if (!place || values.job_address !== "" || isLocked) return null;
  const { job_address, job_city = "" } = place;
  return (
    <LinkButton
      className="self-start text-left touch:min-h-11"
      onClick={() => {
        choose("job_address", job_address);
        choose("job_city", job_city);
      }}
    >
      {[job_address, job_city].filter(Boolean).join(", ")}
    </LinkButton>
  );
}
