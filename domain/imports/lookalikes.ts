/** Finds the known customer who is probably the customer of a row. */
import {
  comparable,
  contactKeys,
  identityOf,
  isSamePerson,
  MAX_CUSTOMERS_OF_A_CONTACT,
  type Comparable,
  type Compared,
  type ComparedCustomer,
} from "../names/duplicates";

type Likeness<Customer> = {
  readonly customer: Customer;
  /** Whether no person has to decide: the names are equal, and each contact is equal or missing on one side. */
  readonly isIdentical: boolean;
};

/** Finds, for one customer after another, the known customer who is likely to be the same person. */
export class LookalikeIndex<Customer extends ComparedCustomer> {
  readonly #byContact = new Map<string, Comparable<Customer>[]>();

  constructor(customers: Iterable<Customer>) {
    for (const customer of customers) this.add(customer);
  }

  add(customer: Customer): void {
    this.#add(comparable(customer));
  }

  find(customer: ComparedCustomer): Likeness<Customer> | null {
    const one = comparable(customer);
    const identical = new Set<Customer>();
    let like: Customer | null = null;
    for (const key of contactKeys(one))
      for (const other of this.#byContact.get(key) ?? []) {
        if (identityOf(other) === identityOf(one))
          return { customer: other.customer, isIdentical: true };
        if (differsInFormOnly(one, other)) identical.add(other.customer);
        else if (like === null && isSamePerson(one, other)) like = other.customer;
      }
    const [same] = identical;
    // If several differ among themselves, a person chooses.
    if (same !== undefined) return { customer: same, isIdentical: identical.size === 1 };
    return like === null ? null : { customer: like, isIdentical: false };
  }

  /** Gives a known customer the contacts that only `other` has. */
  complete(known: Customer, other: ComparedCustomer): void {
    const one = comparable(other);
    const entries = contactKeys(one).flatMap((key) => this.#byContact.get(key) ?? []);
    const entry = entries.find(({ customer }) => customer === known);
    if (entry === undefined) return;
    const { phone = one.phone, email = one.email } = entry;
    for (const key of contactKeys(entry)) {
      const others = this.#byContact.get(key)?.filter((each) => each !== entry);
      this.#byContact.set(key, others ?? []);
    }
    this.#add({ ...entry, phone, email });
  }

  #add(one: Comparable<Customer>): void {
    for (const key of contactKeys(one)) {
      const known = this.#byContact.get(key);
      if (known === undefined) this.#byContact.set(key, [one]);
      // A contact of more customers belongs to an office: only the first of them are compared.
      else if (known.length < MAX_CUSTOMERS_OF_A_CONTACT) known.push(one);
    }
  }
}

function differsInFormOnly(one: Compared, other: Compared): boolean {
  const agree = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined || a === b;
  return (
    one.name.key !== "" &&
    one.name.key === other.name.key &&
    agree(one.phone, other.phone) &&
    agree(one.email, other.email)
  );
}
