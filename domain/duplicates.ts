import type { ObtainedType } from "./customers";
import { groupBy } from "./groups";
import { PHONE_DIGITS } from "./phone";
import { foldText } from "./text";

/**
 * Which customers are one and the same person.
 *
 * 1. Who has the same ten-digit phone number or the same e-mail address is the
 *    same, however the name was spelled; and so is who is the same as the same.
 * 2. Who then has the same name is the same, unless something speaks against
 *    it: two different phone numbers, or two different e-mail addresses. Where
 *    it speaks against any two of a name, all of that name stay: a John Smith
 *    without a number could be either of two who have one.
 *
 * The oldest is kept, since its id stands on paper already, and is completed
 * from the others.
 */
export type ComparedCustomer = {
  readonly customer_id: string;
  readonly _creationTime: number;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
  readonly customer_obtained_type?: ObtainedType | undefined;
};

export type DuplicateGroup<Customer extends ComparedCustomer> = {
  readonly kept: Customer;
  /** The newest first: what they know is the most likely to hold still. */
  readonly duplicates: Customer[];
};

export type Completion = Pick<
  ComparedCustomer,
  "customer_phone" | "customer_email" | "customer_obtained_type"
>;

export function findDuplicates<Customer extends ComparedCustomer>(
  customers: readonly Customer[],
): DuplicateGroup<Customer>[] {
  const byContact = groupsByContact(customers).map(asGroup);
  return [...groupBy(byContact, ({ kept }) => nameKey(kept)).values()]
    .flatMap((groups) =>
      isOnePerson(groups) ? [asGroup(groups.flatMap(membersOf))] : groups,
    )
    .filter(({ duplicates }) => duplicates.length > 0);
}

/** What a duplicate knows and the kept customer does not. */
export function completionOf(
  kept: ComparedCustomer,
  duplicate: ComparedCustomer,
): Completion {
  const knowsPhone = !isTellingPhone(kept) && isTellingPhone(duplicate);
  const known: Completion = {
    customer_phone: knowsPhone
      ? duplicate.customer_phone
      : (kept.customer_phone ?? duplicate.customer_phone),
    customer_email: kept.customer_email ?? duplicate.customer_email,
    customer_obtained_type:
      kept.customer_obtained_type ?? duplicate.customer_obtained_type,
  };
  return Object.fromEntries(
    Object.entries(known).filter(
      ([field, value]) => value !== kept[field as keyof Completion],
    ),
  );
}

/** The kept customer as it is after all that its duplicates know. */
export function mergedCustomer<Customer extends ComparedCustomer>({
  kept,
  duplicates,
}: DuplicateGroup<Customer>): Customer {
  return duplicates.reduce<Customer>(
    (merged, duplicate) => ({ ...merged, ...completionOf(merged, duplicate) }),
    kept,
  );
}

/** The lists of whoever shares a phone number or an e-mail address. */
function groupsByContact<Customer extends ComparedCustomer>(
  customers: readonly Customer[],
): Customer[][] {
  const leads = new Map<Customer, Customer>();
  const leadOf = (customer: Customer): Customer => {
    let lead = customer;
    for (let next = leads.get(lead); next !== undefined;) {
      lead = next;
      next = leads.get(lead);
    }
    if (lead !== customer) leads.set(customer, lead);
    return lead;
  };
  const firstWith = new Map<string, Customer>();
  for (const customer of customers)
    for (const key of contactKeys(customer)) {
      const first = firstWith.get(key) ?? customer;
      firstWith.set(key, first);
      const [lead, follower] = [leadOf(first), leadOf(customer)];
      if (lead !== follower) leads.set(follower, lead);
    }
  return [...groupBy(customers, leadOf).values()];
}

function asGroup<Customer extends ComparedCustomer>(
  members: readonly Customer[],
): DuplicateGroup<Customer> {
  const [kept, ...later] = [...members].sort(
    (a, b) =>
      a._creationTime - b._creationTime ||
      (a.customer_id < b.customer_id ? -1 : 1),
  );
  if (kept === undefined) throw new Error("A group has at least one member.");
  return { kept, duplicates: later.reverse() };
}

function membersOf<Customer extends ComparedCustomer>({
  kept,
  duplicates,
}: DuplicateGroup<Customer>): Customer[] {
  return [kept, ...duplicates];
}

/** Groups that share a name, each seen as the one customer it will become. */
function isOnePerson(
  groups: readonly DuplicateGroup<ComparedCustomer>[],
): boolean {
  const people = groups.map(mergedCustomer);
  const [first] = people;
  if (first === undefined || nameKey(first) === "") return false;
  return (
    new Set(people.flatMap(phoneKeys)).size <= 1 &&
    new Set(people.flatMap(emailKeys)).size <= 1
  );
}

function contactKeys(customer: ComparedCustomer): string[] {
  return [
    ...(isTellingPhone(customer) ? phoneKeys(customer) : []),
    ...emailKeys(customer),
  ];
}

function nameKey({ customer_name: name }: ComparedCustomer): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function phoneKeys({ customer_phone: phone = "" }: ComparedCustomer): string[] {
  return phone === "" || isPlaceholder(phone) ? [] : [phone];
}

function emailKeys({ customer_email: email = "" }: ComparedCustomer): string[] {
  const key = foldText(email);
  return key === "" ? [] : [key];
}

function isTellingPhone({ customer_phone: phone = "" }: ComparedCustomer) {
  return phone.length === PHONE_DIGITS && !isPlaceholder(phone);
}

/** A number that is typed because the field wants one says nothing. */
function isPlaceholder(phone: string): boolean {
  return /^(\d)\1*$/.test(phone) || /^(?:0123456789|1234567890?)$/.test(phone);
}
