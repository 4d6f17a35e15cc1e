import {
  holdsWords,
  searchedOfCustomer,
  searchRank,
  searchReadings,
  searchText,
  searchWords,
} from "@domain/names/search";
import { compareNames } from "@domain/text/text";
import type { FoundCustomer } from "./FoundCustomer";

/** Searches the customers on this device by the server's rules. The best matches come first. */
export function matchingCustomers(
  customers: readonly FoundCustomer[],
  typed: string,
): readonly FoundCustomer[] {
  const readings = searchReadings(typed);
  if (readings.length === 0) return customers;
  return customers
    .filter((customer) => {
      const words = searchText(searchWords(searchedOfCustomer(customer)));
      return readings.some((reading) => holdsWords(words, reading));
    })
    .map((customer) => ({ customer, rank: rankOf(customer, typed) }))
    .sort(
      (a, b) => a.rank - b.rank || compareNames(a.customer.customer_name, b.customer.customer_name),
    )
    .map(({ customer }) => customer);
}

function rankOf({ customer_id, customer_name }: FoundCustomer, typed: string) {
  return searchRank({ id: customer_id, name: customer_name }, typed);
}
