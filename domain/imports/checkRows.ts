/** The decisions of the check of a file: what is new, what is here already, and who looks like whom. */
import type { ComparedCustomer } from "../names/duplicates";
import { nameOf } from "../names/personNames";
import { normalizePhone } from "../customer/phone";
import { foldText } from "../text/text";
import type { CustomerPlan, ImportCount, RowPlan } from "./findings";
import { LookalikeIndex } from "./lookalikes";
import type { ImportedCustomer, ImportRow } from "./rows";
import {
  identityKey,
  isSameSource,
  keyOfNamedCustomer,
  KeysOfFile,
  type SourceKey,
} from "./sourceKeys";

interface Contacts {
  readonly customer_name: string;
  readonly customer_phone?: string;
  readonly customer_email?: string;
}

/** A look-alike: a person decides whether the customer of a row is the known one. */
export interface FoundInFile {
  readonly line: number;
  readonly key: string;
  readonly customer: Contacts;
  readonly like: Contacts & {
    readonly customer_id?: string;
    readonly key?: string;
  };
}

interface NamedCustomer {
  readonly fields: Contacts;
  readonly source: SourceKey;
}

export interface KeyedRow {
  readonly row: ImportRow;
  readonly source: SourceKey;
  /** The customer that the row is, or that it names. */
  readonly customer: NamedCustomer;
}

/** A customer of the office, or one whom an earlier row of the file makes; then `key` is set. */
type Compared = ComparedCustomer & { readonly key?: string };

/** The state of a check, from one chunk to the next. */
export class FileCheck {
  readonly #keys = new KeysOfFile();
  readonly #rowKeys = new Set<string>();
  readonly #plans = new Map<string, CustomerPlan>();
  readonly #index: LookalikeIndex<Compared>;
  /** The first customer of each name. Without a contact, nothing else says who is meant. */
  readonly #byName = new Map<string, Compared>();
  /** The first customer without a contact of each name. */
  readonly #withoutContact = new Map<string, Compared>();
  #found: Record<string, number> = {};

  constructor(known: readonly ComparedCustomer[]) {
    this.#index = new LookalikeIndex<Compared>(known);
    for (const customer of known) this.#addName(customer);
  }

  withKeys(rows: readonly ImportRow[]): KeyedRow[] {
    return rows.map((row) => {
      const source = this.#keys.keyOf(row);
      if (row.kind === "customers")
        return { row, source, customer: { fields: contactsOf(row), source } };
      const { sourceId } = row.customer;
      const fields = contactsOf(row.customer);
      const named = keyOfNamedCustomer({ ...fields, sourceId });
      return { row, source, customer: { fields, source: named } };
    });
  }

  /** `known` are the keys of the chunk's rows and customers that are imported already. */
  plan(keyed: readonly KeyedRow[], known: readonly string[]) {
    const keys = new Set(known);
    const findings: FoundInFile[] = [];
    this.#found = {};
    const plans = keyed.map((one): RowPlan => {
      const { row, source } = one;
      if (keys.has(source.key) || this.#rowKeys.has(source.key)) {
        this.#count("same");
        return source;
      }
      this.#rowKeys.add(source.key);
      if (row.kind === "jobs") this.#count("jobs");
      const customer = this.#planCustomer(one, keys, findings);
      return { ...source, customer };
    });
    return { plans, findings, found: this.#found };
  }

  #planCustomer(
    { row, customer }: KeyedRow,
    keys: ReadonlySet<string>,
    findings: FoundInFile[],
  ): CustomerPlan {
    const { fields, source } = customer;
    const planned = this.#plans.get(source.key);
    if (planned !== undefined && isSameSource(planned.traits, source)) return planned;
    const own = planned === undefined ? source : { key: identityKey(fields), traits: [] };
    const plan = keys.has(own.key)
      ? { ...own, isAsked: false }
      : this.#compare(row.line, { fields, source: own }, findings);
    this.#plans.set(own.key, plan);
    return plan;
  }

  #compare(
    line: number,
    { fields, source }: { fields: Contacts; source: SourceKey },
    findings: FoundInFile[],
  ): CustomerPlan {
    const compared = {
      ...fields,
      customer_id: source.key,
      _creationTime: line,
    };
    const found = this.#index.find(compared);
    const named = hasContact(fields) ? this.#withoutContact : this.#byName;
    const like = found?.customer ?? named.get(nameKeyOf(fields));
    if (like === undefined) {
      this.#count("customers");
      const added = { ...compared, key: source.key };
      this.#index.add(added);
      this.#addName(added);
      return { ...source, isAsked: false };
    }
    if (found?.isIdentical) {
      const first =
        like.key === undefined
          ? { ...source, known: like.customer_id, isAsked: false }
          : this.#plans.get(like.key);
      if (first !== undefined) {
        this.#count("joined");
        this.#index.complete(like, compared);
        return { ...first, completes: true };
      }
    }
    this.#count("lookalikes");
    // A later row of the same customer gets the same decision.
    this.#index.add({ ...compared, key: source.key });
    const { key, customer_id } = like;
    findings.push({
      line,
      key: source.key,
      customer: fields,
      like: {
        ...contactsOf(like),
        ...(key === undefined ? { customer_id } : { key }),
      },
    });
    return { ...source, isAsked: true };
  }

  #addName(customer: Compared): void {
    const maps = hasContact(customer) ? [this.#byName] : [this.#byName, this.#withoutContact];
    const key = nameKeyOf(customer);
    for (const map of maps) if (!map.has(key)) map.set(key, customer);
  }

  #count(name: ImportCount): void {
    this.#found[name] = (this.#found[name] ?? 0) + 1;
  }
}

/** The name and the contacts, as a customer of the office has them. */
function contactsOf(customer: ImportedCustomer | ComparedCustomer) {
  const phone = normalizePhone(customer.customer_phone ?? "");
  const email = customer.customer_email?.trim() ?? "";
  return {
    customer_name: customer.customer_name.trim(),
    ...(phone === "" ? {} : { customer_phone: phone }),
    ...(email === "" ? {} : { customer_email: email }),
  };
}

function nameKeyOf({ customer_name: name }: Contacts): string {
  return nameOf(name).key || foldText(name);
}

function hasContact({
  customer_phone: phone = "",
  customer_email: email = "",
}: ImportedCustomer | ComparedCustomer): boolean {
  return phone !== "" || email !== "";
}
