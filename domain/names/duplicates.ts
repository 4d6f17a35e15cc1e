import type { ObtainedType } from "../customer/customers";
import { groupBy } from "../text/groups";
import { isInitial, nameOf, wordsAgree, type Name } from "./personNames";
import { isRealPhone } from "../customer/phone";
import { foldText } from "../text/text";

/**
 * Which customers are the same person.
 *
 * Two customers are the same person if their names agree and they share a phone number or an e-mail address; or if
 * one has no name and both phone and e-mail agree. People who share a contact under different names (a couple, the
 * clients of a property manager) are not merged: `findSharedContacts` lists them for a person to decide.
 *
 * Members of a group agree pairwise. "J. Smith" agrees with John and with Jane, who do not agree with each other:
 * then none of the three is merged.
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
  /** The newest first: their fields are the most likely to be current. */
  readonly duplicates: Customer[];
};

export type Completion = Pick<
  ComparedCustomer,
  "customer_phone" | "customer_email" | "customer_obtained_type"
>;

/** A contact of more different customers than this belongs to an office, not to a person: it merges nobody. */
export const MAX_CUSTOMERS_OF_A_CONTACT = 100;

/** The groups to merge. */
export function findDuplicates<Customer extends ComparedCustomer>(
  customers: readonly Customer[],
): DuplicateGroup<Customer>[] {
  const identical = [
    ...groupBy(withSharedContact(customers).map(comparable), identityOf).values(),
  ].map((group) => ({
    ...(group[0] as Comparable<Customer>),
    customers: group.map(({ customer }) => customer),
  }));
  return connected(identical)
    .filter(agreePairwise)
    .map((group) => group.flatMap(({ customers }) => customers))
    .filter((group) => group.length > 1)
    .map(asGroup);
}

/** The customers who share a phone number or an e-mail address, each set once. */
export function findSharedContacts<Customer extends ComparedCustomer>(
  customers: readonly Customer[],
): Customer[][] {
  const sets = groupsByContact(withSharedContact(customers).map(comparable))
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ customer }) => customer).sort(oldestFirst));
  const idsOf = (set: readonly Customer[]) => set.map(({ customer_id }) => customer_id).join(" ");
  return [...new Map(sets.map((set) => [idsOf(set), set])).values()];
}

/** The fields of a duplicate that the kept customer lacks. */
export function completionOf(kept: ComparedCustomer, duplicate: ComparedCustomer): Completion {
  const takesPhone = !isRealPhone(kept.customer_phone) && isRealPhone(duplicate.customer_phone);
  const completed: Completion = {
    customer_phone: takesPhone
      ? duplicate.customer_phone
      : (kept.customer_phone ?? duplicate.customer_phone),
    customer_email: kept.customer_email ?? duplicate.customer_email,
    customer_obtained_type: kept.customer_obtained_type ?? duplicate.customer_obtained_type,
  };
  return Object.fromEntries(
    Object.entries(completed).filter(([field, value]) => value !== kept[field as keyof Completion]),
  );
}

type Contacts = {
  /** Undefined if it is not a whole phone number. */
  readonly phone: string | undefined;
  readonly email: string | undefined;
};

/** What is compared of a customer, computed once. */
export type Compared = Contacts & { readonly name: Name };

export type Comparable<Customer> = Compared & { readonly customer: Customer };

export function comparable<Customer extends ComparedCustomer>(
  customer: Customer,
): Comparable<Customer> {
  const name = nameOf(customer.customer_name);
  return { customer, name, ...contactsOf(customer) };
}

function contactsOf({ customer_phone, customer_email = "" }: ComparedCustomer): Contacts {
  const email = foldText(customer_email);
  return {
    phone: isRealPhone(customer_phone) ? customer_phone : undefined,
    email: email === "" ? undefined : email,
  };
}

/** The customers who share a contact with another. Only these are compared, because names take longer to read. */
function withSharedContact<Customer extends ComparedCustomer>(
  customers: readonly Customer[],
): Customer[] {
  const first = new Map<string, Customer>();
  const shared = new Set<Customer>();
  for (const customer of customers)
    for (const key of contactKeys(contactsOf(customer))) {
      const other = first.get(key);
      if (other === undefined) first.set(key, customer);
      else shared.add(other).add(customer);
    }
  return customers.filter((customer) => shared.has(customer));
}

/** Customers with equal identities are the same person. A customer without a contact is nobody's duplicate. */
export function identityOf({
  customer,
  name,
  phone = "",
  email = "",
}: Comparable<ComparedCustomer>): string {
  return phone === "" && email === ""
    ? customer.customer_id
    : JSON.stringify([name.key, phone, email]);
}

export function isSamePerson(one: Compared, other: Compared): boolean {
  const samePhone = one.phone === other.phone;
  const sameEmail = one.email === other.email;
  const hasNoName = one.name.key === "" || other.name.key === "";
  const shared = (samePhone && one.phone !== undefined) || (sameEmail && one.email !== undefined);
  if (!shared) return false;
  return hasNoName ? samePhone && sameEmail : wordsAgree(one.name, other.name);
}

function agreePairwise(group: readonly Compared[]): boolean {
  return group.every((one, at) =>
    group.every((other, later) => later <= at || isSamePerson(one, other)),
  );
}

/** The connected components of the graph whose edges join the same persons. */
function connected<Node extends Compared>(nodes: readonly Node[]): Node[][] {
  const parents = new Map<Node, Node>();
  const rootOf = (node: Node): Node => {
    let root = node;
    for (let next = parents.get(root); next !== undefined;) {
      root = next;
      next = parents.get(root);
    }
    if (root !== node) parents.set(node, root);
    return root;
  };
  for (const group of groupsByContact(nodes)) {
    if (group.length > MAX_CUSTOMERS_OF_A_CONTACT) continue;
    for (const one of group)
      for (const other of group) {
        const [root, child] = [rootOf(one), rootOf(other)];
        if (root !== child && isSamePerson(one, other)) parents.set(child, root);
      }
  }
  return [...groupBy(nodes, rootOf).values()];
}

function groupsByContact<One extends Compared>(all: readonly One[]): One[][] {
  const contacts = all.flatMap((one) => contactKeys(one).map((key) => ({ key, one })));
  return [...groupBy(contacts, ({ key }) => key).values()].map((group) =>
    group.map(({ one }) => one),
  );
}

export function contactKeys({ phone, email }: Contacts): string[] {
  return [
    ...(phone === undefined ? [] : [`phone ${phone}`]),
    ...(email === undefined ? [] : [`email ${email}`]),
  ];
}

/** Keeps the customer with the most fields, and of those the oldest, whose id may be on paper already. */
function asGroup<Customer extends ComparedCustomer>(
  members: readonly Customer[],
): DuplicateGroup<Customer> {
  const [kept, ...rest] = [...members].sort(
    (a, b) => completeness(b) - completeness(a) || oldestFirst(a, b),
  );
  if (kept === undefined) throw new Error("A group has at least one member.");
  return { kept, duplicates: rest.sort((a, b) => oldestFirst(b, a)) };
}

/** The number of filled fields and of spelled-out words in the name. */
function completeness(customer: ComparedCustomer): number {
  const fields = [
    isRealPhone(customer.customer_phone),
    (customer.customer_email ?? "") !== "",
    customer.customer_obtained_type !== undefined,
  ];
  const words = nameOf(customer.customer_name).words;
  return fields.filter(Boolean).length + words.filter((word) => !isInitial(word)).length;
}

function oldestFirst(a: ComparedCustomer, b: ComparedCustomer): number {
  return a._creationTime - b._creationTime || (a.customer_id < b.customer_id ? -1 : 1);
}
