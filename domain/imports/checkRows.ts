/** The decisions of the check of a file: what is new, what is here already, and who looks like whom. */
import type { ComparedCustomer } from "../duplicates";
import { MAX_COLORS, TOO_MANY_COLORS } from "../colorInput";
import { nameOf } from "../personNames";
import { normalizePhone } from "../phone";
import { foldText } from "../text";
import type { CustomerPlan, RowPlan } from "./findings";
import { LookalikeIndex } from "./lookalikes";
import { faultOf } from "./rowInput";
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

/** What a person decides, or a row that cannot be imported. */
export interface FoundInFile {
  readonly line: number;
  readonly isFault: boolean;
  readonly sentence?: string;
  readonly key?: string;
  readonly customer?: Contacts;
  readonly like?: Contacts & {
    readonly customer_id?: string;
    readonly key?: string;
  };
}

export type InventoryCheck = {
  readonly isSame: boolean;
  /** The number of the color that the row adds. */
  readonly newColor?: string;
  /** Why the row cannot be imported. */
  readonly sentence?: string;
};

export interface NamedCustomer {
  readonly fields: Contacts;
  readonly source: SourceKey;
}

export interface KeyedRow {
  readonly row: ImportRow;
  readonly source: SourceKey;
  /** The customer that the row is, or that it names. */
  readonly customer: NamedCustomer | null;
}

export function isOfInventory({ kind }: Pick<ImportRow, "kind">): boolean {
  return kind === "stock" || kind === "prices";
}

/** What the database knows of a chunk: the keys that are imported already, and what speaks against stock and prices. */
export type Known = {
  readonly keys: readonly string[];
  readonly inventory: readonly InventoryCheck[];
  /** How many colors the office has. */
  readonly colorCount: number;
};

/** A customer of the office, or one whom an earlier row of the file makes; then `key` is set. */
type Compared = ComparedCustomer & { readonly key?: string };

/** The verdicts about parts of a row: a later one is that of the whole row. */
const VERDICTS: readonly RowPlan["verdict"][] = ["same", "faulty", "new"];

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
  readonly #newColors = new Set<string>();
  #counts: Record<string, number> = {};
  /** Of the row of the file that was counted last. */
  #last: { line: number; verdict: RowPlan["verdict"] } = {
    line: 0,
    verdict: "new",
  };
  #lastFault = { line: 0, sentence: "" };

  constructor(known: readonly ComparedCustomer[]) {
    this.#index = new LookalikeIndex<Compared>(known);
    for (const customer of known) this.#addName(customer);
  }

  withKeys(rows: readonly ImportRow[]): KeyedRow[] {
    return rows.map((row) => {
      const source = this.#keys.keyOf(row);
      if (row.kind === "customers")
        return { row, source, customer: { fields: contactsOf(row), source } };
      if (row.kind !== "jobs") return { row, source, customer: null };
      const { sourceId } = row.customer;
      const fields = contactsOf(row.customer);
      const named = sourceId === undefined ? fields : { ...fields, sourceId };
      return {
        row,
        source,
        customer: { fields, source: keyOfNamedCustomer(named) },
      };
    });
  }

  plan(keyed: readonly KeyedRow[], known: Known) {
    const keys = new Set(known.keys);
    const findings: FoundInFile[] = [];
    let at = 0;
    const plans = keyed.map((one): RowPlan => {
      const inventory = isOfInventory(one.row)
        ? known.inventory[at++]
        : undefined;
      const { row, source } = one;
      const { line } = row;
      const fault =
        faultOf(row)?.sentence ??
        inventory?.sentence ??
        this.#addColor(inventory?.newColor, known.colorCount);
      if (fault !== undefined) {
        if (this.#isNewFault(line, fault))
          findings.push({ line, sentence: fault, isFault: true });
        this.#countLine(row, "faulty");
        return { verdict: "faulty", ...source };
      }
      const isKnown = keys.has(source.key) || this.#rowKeys.has(source.key);
      const isAdded = inventory?.newColor !== undefined;
      if (!isAdded && (inventory?.isSame ?? isKnown)) {
        this.#countLine(row, "same");
        return { verdict: "same", ...source };
      }
      this.#countLine(row, "new");
      this.#rowKeys.add(source.key);
      if (row.kind !== "customers" && inventory?.isSame !== true)
        this.#count(row.kind);
      const named = one.customer;
      if (named === null) return { verdict: "new", ...source };
      const customer = this.#planCustomer(
        { row, customer: named },
        keys,
        findings,
      );
      return { verdict: "new", ...source, customer };
    });
    return { plans, findings };
  }

  /** The counts since the last call. */
  takeCounts(): Readonly<Record<string, number>> {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  /** Counts a color that the file adds, once. Returns why it cannot be added. */
  #addColor(color: string | undefined, colorCount: number): string | undefined {
    if (color === undefined || this.#newColors.has(color)) return undefined;
    if (colorCount + this.#newColors.size >= MAX_COLORS) return TOO_MANY_COLORS;
    this.#newColors.add(color);
    this.#count("colors");
    return undefined;
  }

  #planCustomer(
    { row, customer }: { row: ImportRow; customer: NamedCustomer },
    keys: ReadonlySet<string>,
    findings: FoundInFile[],
  ): CustomerPlan {
    const { fields, source } = customer;
    const planned = this.#plans.get(source.key);
    if (planned !== undefined && isSameSource(planned.traits, source))
      return planned;
    const own =
      planned === undefined ? source : { key: identityKey(fields), traits: [] };
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
    // A further row of the same customer has the same answer.
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
      isFault: false,
    });
    return { ...source, isAsked: true };
  }

  #addName(customer: Compared): void {
    const maps = hasContact(customer)
      ? [this.#byName]
      : [this.#byName, this.#withoutContact];
    const key = nameKeyOf(customer);
    for (const map of maps) if (!map.has(key)) map.set(key, customer);
  }

  /** Counts a row of the file once, though it may hold several counts or prices: as new if one of them is. */
  #countLine({ kind, line }: ImportRow, verdict: RowPlan["verdict"]): void {
    const isPart = kind === "stock" || kind === "prices";
    const last = isPart && this.#last.line === line ? this.#last.verdict : null;
    if (last !== null && VERDICTS.indexOf(last) >= VERDICTS.indexOf(verdict))
      return;
    if (last !== null) this.#count(last, -1);
    if (verdict !== "new") this.#count(verdict);
    this.#last = { line, verdict };
  }

  #isNewFault(line: number, sentence: string): boolean {
    const isAgain =
      this.#lastFault.line === line && this.#lastFault.sentence === sentence;
    this.#lastFault = { line, sentence };
    return !isAgain;
  }

  #count(name: string, by = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + by;
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
