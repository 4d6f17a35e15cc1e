import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { Combobox } from "@/components/ui/Combobox";
import { thisDevice } from "@/lib/thisDevice";
import { formatPhone } from "@domain/customer/phone";
import { SEARCH_NOT_READY } from "@domain/names/search";

import { isWaitingCustomer, type FoundCustomer } from "./FoundCustomer";
import { useCustomerSearch } from "./useCustomerSearch";
import { DID_YOU_MEAN, useSimilarCustomers } from "./useSimilarCustomers";

interface CustomerPickerProps {
  readonly name?: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onSelect: (customer: FoundCustomer) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
  /** The `customer_id` of a customer who is not offered. */
  readonly except?: string;
  /** A customer who may be the typed one: offered first, with a label that says so. */
  readonly lookalike?: FoundCustomer | null;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
}

/** Searches customers by name, phone, email or id. If there are none, offers those with names like the typed one. */
export function CustomerPicker({
  text,
  onSelect,
  except,
  lookalike = null,
  ...combobox
}: CustomerPickerProps) {
  const { customers, isOffline, unfound } = useCustomerSearch(text);
  const similar = useSimilarCustomers(unfound) ?? [];
  const found = (similar.length > 0 ? similar : customers)?.filter(
    ({ customer_id }) => customer_id !== except,
  );
  const offered =
    found && lookalike ? [lookalike, ...found.filter((each) => !isSame(each, lookalike))] : found;
  const offline = `Offline. Only customers saved on ${thisDevice()} are found.`;
  const isReady = useQuery(api.workspace.isSearchReady, {}) ?? true;
  return (
    <Combobox
      {...combobox}
      {...(isReady ? {} : { emptyText: SEARCH_NOT_READY })}
      {...(isOffline && { emptyText: offline, note: offline })}
      {...(similar.length > 0 && { note: DID_YOU_MEAN })}
      text={text}
      options={offered?.map((customer) => ({
        value: customer.customer_id,
        label:
          lookalike && isSame(customer, lookalike)
            ? `Looks like ${customer.customer_name}`
            : customer.customer_name,
        detail: detailOf(customer),
        customer,
      }))}
      onSelect={({ customer }) => onSelect(customer)}
    />
  );
}

function isSame(one: FoundCustomer, other: FoundCustomer): boolean {
  return one.customer_id === other.customer_id;
}

/** Distinguishes customers with the same name. */
function detailOf(customer: FoundCustomer): string {
  const { customer_phone, customer_email, customer_id } = customer;
  if (customer_phone) return formatPhone(customer_phone);
  const id = isWaitingCustomer(customer) ? "Waiting" : customer_id;
  return customer_email ?? id;
}
