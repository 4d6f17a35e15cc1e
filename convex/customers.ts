import { v } from "convex/values";
import { action, internalMutation, mutation, query } from "./_generated/server";
import { requireWorkspace } from "./model/access";
import { followCustomer } from "./model/customers/copies";
import { dedupeCustomers } from "./model/customers/merges";
import {
  createCustomer,
  getCustomer,
  listCustomerNames,
  requireCustomer,
  searchCustomers,
  toCustomer,
  updateCustomer,
} from "./model/customers/customers";
import { removeObtainedDates } from "./model/customers/obtainedDates";
import {
  deduped,
  obtainedDateRemoved,
  type Deduped,
  type ObtainedDateRemoved,
} from "./model/operations/validators";
import {
  customer,
  customerChangeArgs,
  newCustomerArgs,
} from "./model/validators";

/** At most 20, the best matches first; the newest customers for a blank term. */
export const search = query({
  args: { term: v.string() },
  returns: v.array(customer),
  handler: async (ctx, { term }) => {
    const workspaceId = await requireWorkspace(ctx);
    return await searchCustomers(ctx, workspaceId, term);
  },
});

export const listMin = query({
  args: {},
  returns: v.array(
    v.object({ customer_id: v.string(), customer_name: v.string() }),
  ),
  handler: async (ctx) => {
    const workspaceId = await requireWorkspace(ctx);
    return await listCustomerNames(ctx, workspaceId);
  },
});

export const getByCustomerId = query({
  args: { customer_id: v.string() },
  returns: v.union(customer, v.null()),
  handler: async (ctx, { customer_id }) => {
    const workspaceId = await requireWorkspace(ctx);
    const found = await getCustomer(ctx, workspaceId, customer_id);
    return found === null ? null : toCustomer(found);
  },
});

/** Answers the new customer's readable id: "C-1001". */
export const create = mutation({
  args: newCustomerArgs,
  returns: v.string(),
  handler: async (ctx, args) => {
    const workspaceId = await requireWorkspace(ctx);
    const created = await createCustomer(ctx, workspaceId, args);
    return created.customer_id;
  },
});

export const update = mutation({
  args: { customer_id: v.string(), ...customerChangeArgs },
  returns: v.null(),
  handler: async (ctx, { customer_id, ...change }) => {
    const workspaceId = await requireWorkspace(ctx);
    const found = await requireCustomer(ctx, workspaceId, customer_id);
    await updateCustomer(ctx, found, change);
    return null;
  },
});

/** Makes one customer of those who are one person (domain/duplicates.ts). */
export const dedupeForUser = action({
  args: {},
  returns: deduped,
  handler: async (ctx): Promise<Deduped> => {
    const workspaceId = await requireWorkspace(ctx);
    return await dedupeCustomers(ctx, workspaceId);
  },
});

/** Clears a field that only old records have. */
export const removeObsoleteObtainedDateField = action({
  args: {},
  returns: obtainedDateRemoved,
  handler: async (ctx): Promise<ObtainedDateRemoved> => {
    const workspaceId = await requireWorkspace(ctx);
    return await removeObtainedDates(ctx, workspaceId);
  },
});

/** The customer's jobs from the cursor on, a stretch at a time. */
export const followOn = internalMutation({
  args: {
    customerId: v.id("customers"),
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { customerId, cursor }) => {
    const found = await ctx.db.get("customers", customerId);
    if (found !== null) await followCustomer(ctx, found, cursor);
    return null;
  },
});
