import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  customerChange,
  customerInput,
  type CustomerChange,
  type CustomerInput,
} from "../../../domain/customerInput";
import {
  idTokens,
  partTokens,
  searchRank,
  searchTerms,
  searchTextOf,
} from "../../../domain/search";
import { changedMark, type DemoMark } from "../../../domain/operations";
import { compareNames } from "../../../domain/text";
import {
  changedFields,
  clearNulls,
  isEmpty,
  type WithoutNulls,
} from "../changes";
import { isClientKey, requireNewKey } from "../clientKeys";
import { nextCustomerId } from "./counters";
import { must, notFound, parse } from "../errors";
import { readAll } from "../limits";
import { findMatches } from "../matches";
import type {
  Customer,
  CustomerChangeArgs,
  CustomerName,
  NewCustomerArgs,
} from "./validators";

const MAX_RESULTS = 20;

export function toCustomer(row: Doc<"customers">): Customer {
  const {
    workspaceId: _workspaceId,
    searchText: _searchText,
    obtained_date: _obtainedDate,
    ...customer
  } = row;
  return customer;
}

/** By the readable id, such as "C-1001", or by the key that the device gave. */
export async function getCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  customerId: string,
): Promise<Doc<"customers"> | null> {
  if (isClientKey(customerId))
    return await ctx.db
      .query("customers")
      .withIndex("by_workspace_and_client_key", (q) =>
        q.eq("workspaceId", workspaceId).eq("clientKey", customerId),
      )
      .unique();
  return await ctx.db
    .query("customers")
    .withIndex("by_workspace_and_customer_id", (q) =>
      q.eq("workspaceId", workspaceId).eq("customer_id", customerId),
    )
    .unique();
}

export async function requireCustomer(
  ctx: QueryCtx,
  workspaceId: string,
  customerId: string,
): Promise<Doc<"customers">> {
  const customer = await getCustomer(ctx, workspaceId, customerId);
  if (customer === null) throw notFound("customer", "customer_id");
  return customer;
}

/** All customers by name, for a list to choose from. */
export async function listCustomerNames(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<CustomerName[]> {
  const rows = await readAll(
    ctx.db
      .query("customers")
      .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId)),
    "customers",
  );
  return rows
    .map(({ customer_id, customer_name }) => ({ customer_id, customer_name }))
    .sort((a, b) => compareNames(a.customer_name, b.customer_name));
}

/** The best matches first; the newest customers for a blank search. */
export async function searchCustomers(
  ctx: QueryCtx,
  workspaceId: string,
  typed: string,
): Promise<Customer[]> {
  const terms = searchTerms(typed);
  if (terms.length === 0) return await newestCustomers(ctx, workspaceId);
  const matches = await findMatches(terms, (query) =>
    ctx.db
      .query("customers")
      .withSearchIndex("search_text", (q) =>
        q.search("searchText", query).eq("workspaceId", workspaceId),
      ),
  );
  return matches
    .map((row) => ({ row, rank: rankOf(row, typed) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        compareNames(a.row.customer_name, b.row.customer_name) ||
        a.row._creationTime - b.row._creationTime,
    )
    .slice(0, MAX_RESULTS)
    .map(({ row }) => toCustomer(row));
}

type NewCustomer = NewCustomerArgs & {
  readonly demo?: DemoMark;
  readonly clientKey?: string | undefined;
};

export async function createCustomer(
  ctx: MutationCtx,
  workspaceId: string,
  { demo, clientKey, ...args }: NewCustomer,
): Promise<Doc<"customers">> {
  if (clientKey !== undefined)
    requireNewKey(clientKey, await getCustomer(ctx, workspaceId, clientKey));
  const input = clearNulls(parse(customerInput, args));
  const customer_id = await nextCustomerId(ctx, workspaceId);
  const id = await ctx.db.insert("customers", {
    workspaceId,
    customer_id,
    ...input,
    demo,
    clientKey,
    searchText: searchTextFor({ customer_id, ...input }),
  });
  return must(await ctx.db.get("customers", id), "a new customer");
}

/** Writes the differences. The copies in the customer's jobs follow (history/derived.ts). */
export async function updateCustomer(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  args: CustomerChangeArgs,
): Promise<Doc<"customers">> {
  const change = changedFields(
    customer,
    clearNulls(parse(customerChange, args)),
  );
  if (isEmpty(change)) return customer;
  return await writeCustomer(ctx, customer, {
    ...change,
    ...changedMark(customer),
  });
}
export async function writeCustomer(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  change: WithoutNulls<CustomerChange> & Pick<Doc<"customers">, "demo">,
): Promise<Doc<"customers">> {
  await ctx.db.patch("customers", customer._id, change);
  return must(
    await ctx.db.get("customers", customer._id),
    "a changed customer",
  );
}

/** Writes the search text of a changed customer. */
export async function writeCustomerSearch(
  ctx: MutationCtx,
  customer: Doc<"customers">,
): Promise<void> {
  const searchText = searchTextFor(customer);
  if (searchText !== customer.searchText)
    await ctx.db.patch("customers", customer._id, { searchText });
}

async function newestCustomers(
  ctx: QueryCtx,
  workspaceId: string,
): Promise<Customer[]> {
  const rows = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .order("desc")
    .take(MAX_RESULTS);
  return rows.map(toCustomer);
}

function rankOf(row: Doc<"customers">, typed: string): number {
  return searchRank({ id: row.customer_id, name: row.customer_name }, typed);
}

function searchTextFor(
  customer: WithoutNulls<CustomerInput> & { readonly customer_id: string },
): string {
  const { customer_id, customer_name, customer_phone, customer_email } =
    customer;
  return searchTextOf([
    ...idTokens(customer_id),
    ...partTokens([customer_id, customer_name, customer_phone, customer_email]),
  ]);
}
