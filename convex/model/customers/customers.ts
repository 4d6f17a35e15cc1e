import type { PaginationResult } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { customerInput, type CustomerChange } from "../../../domain/customer/customerInput";
import { searchRank, searchReadings } from "../../../domain/names/search";
import type { DemoMark } from "../../../domain/calls/operations";
import { compareNames } from "../../../domain/text/text";
import { clearNulls, type WithoutNulls } from "../../../domain/changes/fields";
import { isClientKey, requireNewKey } from "../clientKeys";
import { nextCustomerId } from "./counters";
import { must, notFound, parse } from "../errors";
import { readAll } from "../limits";
import { clampPage, type PageOptions } from "../pages";
import { findCustomers } from "../search/find";
import type { Customer, CustomerName, NewCustomerArgs } from "./validators";

const MAX_RESULTS = 20;

/** The limit of matches from which the best are chosen. Only a search of several common words has more. */
const MAX_RANKED = 180;

export function toCustomer(row: Doc<"customers">): Customer {
  const { workspaceId: _workspaceId, obtained_date: _obtainedDate, ...customer } = row;
  return customer;
}

/** Finds a customer by the readable id, such as "C-1001", or by the client key. */
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
    ctx.db.query("customers").withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId)),
    "customers",
  );
  return rows
    .map(({ customer_id, customer_name }) => ({ customer_id, customer_name }))
    .sort((a, b) => compareNames(a.customer_name, b.customer_name));
}

export async function pageOfCustomers(
  ctx: QueryCtx,
  workspaceId: string,
  options: PageOptions,
): Promise<PaginationResult<Customer>> {
  const found = await ctx.db
    .query("customers")
    .withIndex("by_workspace", (q) => q.eq("workspaceId", workspaceId))
    .paginate(clampPage(options));
  return { ...found, page: found.page.map(toCustomer) };
}

/** The best matches first; the newest customers for a blank search. */
export async function searchCustomers(
  ctx: QueryCtx,
  workspaceId: string,
  typed: string,
): Promise<Customer[]> {
  if (searchReadings(typed).length === 0) return await newestCustomers(ctx, workspaceId);
  const rows = await findCustomers(ctx, workspaceId, typed);
  const ids = [...rows.keys()].slice(0, MAX_RANKED);
  const found = await Promise.all(ids.map(async (rowId) => await customerOf(ctx, rowId)));
  return found
    .filter((row) => row !== null)
    .filter((row) => row.workspaceId === workspaceId)
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
  });
  return must(await ctx.db.get("customers", id), "a new customer");
}

/** Writes the change. The copies in the customer's jobs follow (derived.ts). */
export async function writeCustomer(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  change: WithoutNulls<CustomerChange> & Pick<Doc<"customers">, "demo">,
): Promise<Doc<"customers">> {
  await ctx.db.patch("customers", customer._id, change);
  return must(await ctx.db.get("customers", customer._id), "a changed customer");
}

/** Null if the search word's customer no longer exists. */
export async function customerOf(ctx: QueryCtx, rowId: string): Promise<Doc<"customers"> | null> {
  const id = ctx.db.normalizeId("customers", rowId);
  return id === null ? null : await ctx.db.get("customers", id);
}

async function newestCustomers(ctx: QueryCtx, workspaceId: string): Promise<Customer[]> {
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
