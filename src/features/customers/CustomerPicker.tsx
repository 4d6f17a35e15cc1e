import { useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { Combobox } from "@/components/ui/Combobox";
import { formatPhone } from "@domain/phone";
import { SEARCH_NOT_READY } from "@domain/search";
import { useCustomerSearch, type FoundCustomer } from "./useCustomerSearch";

interface CustomerPickerProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onSelect: (customer: FoundCustomer) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
}

/** Searches customers by name, phone, email or id. */
export function CustomerPicker({
  text,
  onSelect,
  ...combobox
}: CustomerPickerProps) {
  const found = useCustomerSearch(text);
  const isReady = useQuery(api.workspace.isSearchReady, {}) ?? true;
  return (
    <Combobox
      {...combobox}
      {...(isReady ? {} : { emptyText: SEARCH_NOT_READY })}
      text={text}
      options={found?.map((customer) => ({
        value: customer.customer_id,
        label: customer.customer_name,
        detail: detailOf(customer),
      }))}
      onSelect={({ value }) => {
        const customer = found?.find(
          ({ customer_id }) => customer_id === value,
        );
        if (customer) onSelect(customer);
      }}
    />
  );
}

/** Distinguishes customers with the same name. */
function detailOf(customer: FoundCustomer): string {
  const { customer_phone, customer_email, customer_id } = customer;
  return customer_phone
    ? formatPhone(customer_phone)
    : (customer_email ?? customer_id);
}
