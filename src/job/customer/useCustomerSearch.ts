import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { useDebounced } from "@/lib/useDebounced";
import { cutSearch } from "@domain/calls/inputLimits";
import { namesAgree } from "@domain/names/personNames";
import { normalizePhone, PHONE_DIGITS } from "@domain/customer/phone";
import { foldText } from "@domain/text/text";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { waitingCustomers } from "@/offline/outbox/shownRows";
import { useOutbox } from "@/offline/useOutbox";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { matchingCustomers } from "./matchingCustomers";
import type { FoundCustomer } from "./FoundCustomer";

interface CustomerSearch {
  /** Best matches first; undefined until the first result. */
  readonly customers: readonly FoundCustomer[] | undefined;
  /** Whether only customers on this device could be searched. */
  readonly isOffline: boolean;
  /** The text of the last search, if it found nobody. */
  readonly unfound: string | null;
}

export function useCustomerSearch(typed: string): CustomerSearch {
  const now = cutSearch(typed.trim());
  const term = useDebounced(now, SEARCH_PAUSE_MS);
  const line = useDayCopies();
  const found = useQuery(api.customers.search, { term });
  const answer = useMemo(() => found && { term, found }, [term, found]);
  const last = useKeepPreviousData(answer);
  const saved = useSavedCustomers();
  const isOffline = found === undefined && line.isOffline;
  return useMemo(() => {
    if (isOffline) {
      const customers = matchingCustomers(saved.all, now);
      return { isOffline, customers, unfound: null };
    }
    const waiting = matchingCustomers(saved.waiting, term).filter(
      ({ clientKey }) => !last?.found.some((each) => each.clientKey === clientKey),
    );
    const customers = last && [...waiting, ...last.found];
    const unfound = customers?.length === 0 ? (last?.term ?? null) : null;
    return { isOffline, customers, unfound };
  }, [isOffline, saved, now, term, last]);
}

export interface TypedCustomer {
  readonly customer_name: string;
  readonly customer_phone: string;
  readonly customer_email: string;
}

interface Lookalike {
  readonly customer: FoundCustomer;
  /** The field in which the two agree. */
  readonly by: keyof TypedCustomer;
}

/**
 * The customer who may be the typed one: by the whole phone number, the e-mail
 * address, or the words of the name in any order. Null while nothing agrees.
 */
export function useLookalike(typed: TypedCustomer): Lookalike | null {
  const phone = normalizePhone(typed.customer_phone);
  const email = useDebounced(foldText(typed.customer_email), SEARCH_PAUSE_MS);
  const byPhone = useMatches(phone.length === PHONE_DIGITS ? phone : null);
  const byEmail = useMatches(WHOLE_EMAIL.test(email) ? email : null);
  // CustomerPicker makes the same search with the typed name, so this one costs no second request.
  const { customers: byName = [] } = useCustomerSearch(typed.customer_name);

  const withPhone = byPhone.find(
    ({ customer_phone = "" }) => normalizePhone(customer_phone) === phone,
  );
  if (withPhone) return { customer: withPhone, by: "customer_phone" };
  const withEmail = byEmail.find(({ customer_email = "" }) => foldText(customer_email) === email);
  if (withEmail) return { customer: withEmail, by: "customer_email" };
  const isName = foldText(typed.customer_name).length >= MIN_NAME_LENGTH;
  const withName = byName.find(
    ({ customer_name }) => isName && namesAgree(customer_name, typed.customer_name),
  );
  return withName ? { customer: withName, by: "customer_name" } : null;
}

const SEARCH_PAUSE_MS = 150;
const WHOLE_EMAIL = /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/;
/** Shorter names are initials. */
const MIN_NAME_LENGTH = 3;

/** The customers found by a search, or on this device until the server answers. None if `term` is null. */
function useMatches(term: string | null): readonly FoundCustomer[] {
  const found = useQuery(api.customers.search, term === null ? "skip" : { term: cutSearch(term) });
  const saved = useSavedCustomers();
  if (term === null) return [];
  return found ?? saved.all;
}

/** The customers on this device: new ones that the server does not have yet, and those of the copied days. */
function useSavedCustomers() {
  const { items } = useOutbox();
  const { copy } = useDayCopies();
  return useMemo(() => {
    const waiting = waitingCustomers(items);
    return { waiting, all: [...waiting, ...(copy?.customers.values() ?? [])] };
  }, [items, copy]);
}
