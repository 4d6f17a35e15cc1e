/**
 * How a row is recognized when a file is imported twice: by its id in the other program, else by its content and by how
 * many rows before it in the file are equal.
 */
import { foldText } from "../text/text";
import type { ImportedCustomer, ImportRow } from "./rows";

export interface SourceKey {
  readonly key: string;
  /**
   * For a row with an id, the values that confirm it. Two programs may give the same id to different rows: a stored row
   * is the same only if one of these agrees. Empty for a key that is made of the row itself.
   */
  readonly traits: readonly string[];
}

/** Gives each row of one file its key, in the order of the file. */
export class KeysOfFile {
  readonly #seen = new Map<string, number>();
  readonly #firstOfId = new Map<string, string>();

  keyOf(row: ImportRow): SourceKey {
    const { line: _line, ...content } = row;
    const hash = textHash(JSON.stringify(content));
    if (row.sourceId === undefined) return this.#keyOfContent(row, hash);
    const key = idKey(row.kind, row.sourceId);
    const first = this.#firstOfId.get(key) ?? hash;
    this.#firstOfId.set(key, first);
    const traits = traitsOf(row);
    // A file may have several rows of one id, such as one for each property of a customer.
    return first === hash ? { key, traits } : { key: `${key}:${hash}`, traits };
  }

  /** Two equal jobs in a file are two jobs. Customers with the same values in every column are the same customer. */
  #keyOfContent({ kind }: ImportRow, hash: string): SourceKey {
    const key = `${kind}:row:${hash}`;
    const before = this.#seen.get(key) ?? 0;
    this.#seen.set(key, before + 1);
    const isAgain = kind === "jobs" && before > 0;
    return { key: isAgain ? `${key}:${before}` : key, traits: [] };
  }
}

/** The key of the customer whom the row of a job names. */
export function keyOfNamedCustomer(
  customer: ImportedCustomer & { readonly sourceId?: string | undefined },
): SourceKey {
  return customer.sourceId === undefined
    ? { key: identityKey(customer), traits: [] }
    : {
        key: idKey("customers", customer.sourceId),
        traits: customerTraits(customer),
      };
}

/** The key of a customer without an id of another program. */
export function identityKey({
  customer_name: name,
  customer_phone: phone = "",
  customer_email: email = "",
}: ImportedCustomer): string {
  const identity = [foldText(name), phone, foldText(email)];
  return `customers:is:${textHash(JSON.stringify(identity))}`;
}

/** Whether a stored key is the key of this row, and not of another row with the same id. */
export function isSameSource(stored: readonly string[], { traits }: SourceKey): boolean {
  return traits.length === 0 || traits.some((trait) => stored.includes(trait));
}

function idKey(kind: string, sourceId: string): string {
  return `${kind}:id:${sourceId}`;
}

function traitsOf(row: ImportRow): string[] {
  if (row.kind === "customers") return customerTraits(row);
  return [trait("name", row.customer.customer_name), trait("place", row.job_address)];
}

function customerTraits(customer: ImportedCustomer): string[] {
  const { customer_name: name, customer_phone, customer_email } = customer;
  return [
    trait("name", name),
    ...(customer_phone === undefined ? [] : [trait("phone", customer_phone)]),
    ...(customer_email === undefined ? [] : [trait("email", customer_email)]),
  ];
}

function trait(of: string, value: string): string {
  return `${of}:${foldText(value)}`;
}

/** A hash of 106 bits, in base 36: cyrb53 twice. Two rows of an office practically never collide. */
function textHash(text: string): string {
  return hash53(text, 1).toString(36) + hash53(text, 2).toString(36);
}

function hash53(text: string, seed: number): number {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507);
  low ^= Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507);
  high ^= Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
