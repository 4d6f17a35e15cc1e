import { useQuery } from "convex/react";
import { PLACE_FIELDS, placeText } from "@domain/customer/places";
import { api } from "@convex/_generated/api";
import { isWaitingCustomer } from "@/job/customer/FoundCustomer";
import { useLookalike, type TypedCustomer } from "@/job/customer/useCustomerSearch";
import { formatPhone } from "@domain/customer/phone";
import { openCustomer } from "@/lib/openCustomer";
import { useImportedDetails } from "@/job/customer/useImportedDetails";
import type { Customer } from "@/job/jobForm";
import { useJobForm } from "@/job/JobFormContext";
import { LinkButton } from "./links";

interface LookalikeHintProps {
  /** The field that agrees with a known customer: the hint is shown under it. */
  readonly name: Exclude<keyof TypedCustomer, "customer_name">;
  readonly onChoose: (customer: Customer) => void;
}

/** The hint that a new customer may be known already. It never blocks a save. */
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
    customer.customer_phone ? formatPhone(customer.customer_phone) : customer.customer_email,
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
      {!isWaitingCustomer(customer) && (
        <LinkButton
          aria-haspopup="dialog"
          className="ml-3 touch:min-h-11"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => openCustomer(customer.customer_id)}
        >
          Show customer
        </LinkButton>
      )}
    </span>
  );
}

/** The address of the customer's last job. Not queried for a customer who waits to be created and has no jobs. */
function useLastPlace(customer: Customer | null) {
  return useQuery(
    api.jobs.lastPlace,
    customer === null || isWaitingCustomer(customer)
      ? "skip"
      : { customer_id: customer.customer_id },
  );
}

interface LastPlaceProps {
  /** The customer of the new job. */
  readonly customer: Customer | null;
}

/** Addresses offered at most; the customer's dialog shows all. */
const MAX_OFFERED = 4;

/** Offers the address of the customer's last job and the imported addresses, while the field is empty. */
export function LastPlace({ customer }: LastPlaceProps) {
  const { values, choose, isLocked } = useJobForm();
  const last = useLastPlace(customer);
  const imported = useImportedDetails(customer)?.places ?? [];
  if (values.job_address !== "" || isLocked) return null;
  const places = [...(last ? [last] : []), ...imported];
  const offered = new Map(places.map((place) => [placeText(place), place]));
  return [...offered].slice(0, MAX_OFFERED).map(([text, place]) => (
    <LinkButton
      key={text}
      className="self-start text-left touch:min-h-11"
      onClick={() => {
        for (const field of PLACE_FIELDS) choose(field, place[field] ?? "");
      }}
    >
      {text}
    </LinkButton>
  ));
}
