/**
 * The check of a file before its import: what is new, what is here already, which customers look like known ones, and
 * which rows are faulty. It writes its findings beside the file and changes nothing else. An action goes through the
 * chunks, one transaction each; after a kill the check is run again.
 */
import { internal } from "../../_generated/api.js";
import type {
  ActionCtx,
  MutationCtx,
  QueryCtx,
} from "../../_generated/server.js";
import {
  LookalikeIndex,
  type ComparedCustomer,
} from "../../../domain/duplicates";
import {
  IMPORT_INCOMPLETE,
  IMPORT_STARTED,
  type CustomerPlan,
  type RowPlan,
} from "../../../domain/imports/findings";
import { faultOf } from "../../../domain/imports/rowInput";
import type { ImportedCustomer, ImportRow } from "../../../domain/imports/rows";
import {
  identityKey,
  isSameSource,
  keyOfNamedCustomer,
  KeysOfFile,
  type SourceKey,
} from "../../../domain/imports/sourceKeys";
import { normalizePhone } from "../../../domain/phone";
import { foldText } from "../../../domain/text";
import type { Member } from "../access";
import { conflict, must } from "../errors";
import {
  checkInventory,
  itemsOfRows,
  type InventoryCheck,
} from "./inventoryRows";
import { findImported } from "./importedRows";
import { getChunk, removeFindings, requireImport } from "./staging";
import type { NewFinding } from "./validators";

export type Counts = Readonly<Record<string, number>>;

/** Checks the whole file. Returns the counts of what was found. */
export async function checkImport(
  ctx: ActionCtx,
  member: Member,
  importId: string,
): Promise<Counts> {
  const of = { workspaceId: member.workspaceId, by: member.by, importId };
  let chunkCount: number | null = null;
  while (chunkCount === null)
    chunkCount = await ctx.runMutation(internal.imports.beginCheck, of);
  const check = new Check(await knownCustomers(ctx, member.workspaceId));
  for (let index = 0; index < chunkCount; index++) {
    const json = await ctx.runQuery(internal.imports.rowsToCheck, {
      ...of,
      index,
    });
    const keyed = check.withKeys(JSON.parse(json) as ImportRow[]);
    const known = await ctx.runQuery(internal.imports.knownRows, {
      workspaceId: member.workspaceId,
      keys: keyed.flatMap(keysOf),
      rows: JSON.stringify(keyed.map(({ row }) => row).filter(isOfInventory)),
    });
    const { plans, findings } = check.plan(keyed, known);
    const found = check.takeCounts();
    await ctx.runMutation(internal.imports.savePlans, {
      ...of,
      index,
      plans: JSON.stringify(plans),
      findings,
      found,
    });
  }
  return await ctx.runMutation(internal.imports.endCheck, of);
}

interface KeyedRow {
  readonly row: ImportRow;
  readonly source: SourceKey;
  /** The customer that the row is, or that it names. */
  readonly customer: {
    readonly fields: ImportedCustomer;
    readonly source: SourceKey;
  } | null;
}

function keysOf({ source, customer }: KeyedRow) {
  const sources = customer === null ? [source] : [source, customer.source];
  return sources.map(({ key, traits }) => ({ key, traits: [...traits] }));
}

function isOfInventory({ kind }: ImportRow): boolean {
  return kind === "stock" || kind === "prices";
}

async function knownCustomers(
  ctx: ActionCtx,
  workspaceId: string,
): Promise<ComparedCustomer[]> {
  const all: ComparedCustomer[] = [];
  let cursor: string | null = null;
  do {
    const page: { customers: ComparedCustomer[]; next: string | null } =
      await ctx.runQuery(internal.operations.customersToCompare, {
        workspaceId,
        cursor,
      });
    for (const { customer_id, _creationTime, ...rest } of page.customers) {
      const { customer_name, customer_phone, customer_email } = rest;
      const contacts = { customer_name, customer_phone, customer_email };
      all.push({ customer_id, _creationTime, ...contacts });
    }
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

/** What the database knows of a chunk: the keys that are imported already, and what speaks against stock and prices. */
type Known = {
  readonly keys: readonly string[];
  readonly inventory: readonly InventoryCheck[];
};

/** A customer of the office, or one whom an earlier row of the file makes; then `key` is set. */
type Compared = ComparedCustomer & { readonly key?: string };

/** The state of a check, from one chunk to the next. */
class Check {
  readonly #keys = new KeysOfFile();
  readonly #rowKeys = new Set<string>();
  readonly #plans = new Map<string, CustomerPlan>();
  readonly #index: LookalikeIndex<Compared>;
  /** Customers without phone and e-mail, by name: nothing but the name tells them apart. */
  readonly #withoutContact = new Map<string, Compared>();
  #counts: Record<string, number> = {};

  constructor(known: readonly ComparedCustomer[]) {
    this.#index = new LookalikeIndex<Compared>(known);
    for (const customer of known)
      if (!hasContact(customer))
        this.#withoutContact.set(foldText(customer.customer_name), customer);
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
    const findings: NewFinding[] = [];
    let at = 0;
    const plans = keyed.map((one): RowPlan => {
      const inventory = isOfInventory(one.row)
        ? known.inventory[at++]
        : undefined;
      const { row, source } = one;
      const { line } = row;
      const fault = faultOf(row)?.sentence ?? inventory?.sentence;
      if (fault !== undefined) {
        this.#count("faulty");
        findings.push({ line, sentence: fault, isFault: true });
        return { verdict: "faulty", ...source };
      }
      const isKnown = keys.has(source.key) || this.#rowKeys.has(source.key);
      if (inventory === undefined ? isKnown : inventory.isSame) {
        this.#count("same");
        return { verdict: "same", ...source };
      }
      this.#rowKeys.add(source.key);
      if (row.kind !== "customers") this.#count(row.kind);
      if (one.customer === null) return { verdict: "new", ...source };
      const customer = this.#planCustomer(one, keys, findings);
      return { verdict: "new", ...source, customer };
    });
    return { plans, findings };
  }

  /** The counts since the last call. */
  takeCounts(): Counts {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  #planCustomer(
    { row, customer }: KeyedRow,
    keys: ReadonlySet<string>,
    findings: NewFinding[],
  ): CustomerPlan {
    const { fields, source } = must(customer, "a customer");
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
    { fields, source }: { fields: ImportedCustomer; source: SourceKey },
    findings: NewFinding[],
  ): CustomerPlan {
    const compared = {
      ...fields,
      customer_id: source.key,
      _creationTime: line,
    };
    const found = this.#index.find(compared);
    const name = foldText(fields.customer_name);
    const like =
      found?.customer ??
      (hasContact(fields) ? undefined : this.#withoutContact.get(name));
    if (like === undefined) {
      this.#count("customers");
      const added = { ...compared, key: source.key };
      this.#index.add(added);
      if (!hasContact(fields)) this.#withoutContact.set(name, added);
      return { ...source, isAsked: false };
    }
    if (found?.isIdentical) {
      if (like.key === undefined)
        return { ...source, known: like.customer_id, isAsked: false };
      const first = must(
        this.#plans.get(like.key),
        "the plan of an earlier row",
      );
      return first;
    }
    this.#count("lookalikes");
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

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
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

function hasContact({
  customer_phone: phone = "",
  customer_email: email = "",
}: ImportedCustomer | ComparedCustomer): boolean {
  return phone !== "" || email !== "";
}

type OfImport = {
  readonly workspaceId: string;
  readonly by: string;
  readonly importId: string;
};

/** Forgets an earlier check, a batch at a time. Returns the number of chunks; null while there is more to forget. */
export async function beginCheck(
  ctx: MutationCtx,
  of: OfImport,
): Promise<number | null> {
  const staged = await requireImport(ctx, of, of.importId);
  if (staged.state !== "staging" && staged.state !== "checked")
    throw conflict(IMPORT_STARTED);
  const { workspaceId, _id: importId, chunkCount } = staged;
  const last = await getChunk(ctx, staged, chunkCount - 1);
  if (last === null) throw conflict(IMPORT_INCOMPLETE);
  await ctx.db.patch("imports", importId, {
    state: "staging",
    found: {},
    decided: 0,
    restChoice: undefined,
  });
  const isMore = await removeFindings(ctx, { workspaceId, importId });
  return isMore ? null : chunkCount;
}

export async function rowsToCheck(
  ctx: QueryCtx,
  of: OfImport & { readonly index: number },
): Promise<string> {
  const staged = await requireImport(ctx, of, of.importId);
  const chunk = await getChunk(ctx, staged, of.index);
  if (chunk === null) throw conflict(IMPORT_INCOMPLETE);
  return chunk.rows;
}

/** What the database knows of the rows of a chunk. `rows` are those of stock and prices, as JSON. */
export async function knownRows(
  ctx: QueryCtx,
  of: {
    readonly workspaceId: string;
    readonly keys: readonly SourceKey[];
    readonly rows: string;
  },
): Promise<{ keys: string[]; inventory: InventoryCheck[] }> {
  const keys: string[] = [];
  const looked = new Set<string>();
  for (const source of of.keys) {
    if (looked.has(source.key)) continue;
    looked.add(source.key);
    if ((await findImported(ctx, of.workspaceId, source)) !== null)
      keys.push(source.key);
  }
  const inventory: InventoryCheck[] = [];
  const rows = JSON.parse(of.rows) as ImportRow[];
  const items = await itemsOfRows(ctx, of.workspaceId, rows);
  for (const row of rows)
    inventory.push(await checkInventory(ctx, of.workspaceId, { row, items }));
  return { keys, inventory };
}

/** Stores what the import does with the rows of a chunk. */
export async function savePlans(
  ctx: MutationCtx,
  of: OfImport & {
    readonly index: number;
    readonly plans: string;
    readonly findings: readonly NewFinding[];
    readonly found: Counts;
  },
): Promise<void> {
  const staged = await requireImport(ctx, of, of.importId);
  const { workspaceId, _id: importId } = staged;
  const chunk = must(await getChunk(ctx, staged, of.index), "a checked chunk");
  await ctx.db.patch("importChunks", chunk._id, { plans: of.plans });
  for (const finding of of.findings)
    await ctx.db.insert("importFindings", {
      workspaceId,
      importId,
      ...finding,
    });
  const found = { ...staged.found };
  for (const [name, count] of Object.entries(of.found))
    found[name] = (found[name] ?? 0) + count;
  await ctx.db.patch("imports", importId, { found });
}

export async function endCheck(
  ctx: MutationCtx,
  of: OfImport,
): Promise<Counts> {
  const staged = await requireImport(ctx, of, of.importId);
  await ctx.db.patch("imports", staged._id, { state: "checked" });
  return staged.found;
}
