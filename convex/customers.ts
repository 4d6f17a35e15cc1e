import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { mutationOf, workspaceAction, workspaceMutation, workspaceQuery } from "./functions";
import { updateCustomer } from "../domain/changes/updateCustomer";
import { clientKeyField } from "./model/validators";
import { isTrashKey } from "../domain/history/trashKeys";
import { updateCustomerCopies } from "./model/customers/copies";
import { deleteCustomer as deleteCustomerWithJobs } from "./model/operations/deletions";
import {
  dedupeCustomers,
  mergeTwo,
  sharedContacts as customersWithSharedContacts,
} from "./model/operations/merges";
import {
  createCustomer,
  getCustomer,
  listCustomerNames,
  pageOfCustomers,
  searchCustomers,
  toCustomer,
} from "./model/customers/customers";
import { similarCustomers } from "./model/customers/similar";
import { Recorder } from "./model/writes/recorder";
import { removeObtainedDates } from "./model/operations/obtainedDates";
import {
  deduped,
  obtainedDateRemoved,
  customerDeleted,
  merged,
  type CustomerDeleted,
  type Deduped,
  type Merged,
  type ObtainedDateRemoved,
} from "./model/operations/validators";
import {
  customer,
  customerChangeArgs,
  customerChanged,
  customerName,
  customerValues,
  newCustomerArgs,
  sharedContacts as sharedContactsResult,
  type SharedContacts,
} from "./model/customers/validators";

/** Returns at most 20 customers, the best matches first; the newest ones for a blank term. */
export const search = workspaceQuery({
  args: { term: v.string() },
  returns: v.array(customer),
  handler: async (ctx, { term }) => await searchCustomers(ctx, ctx.workspaceId, term),
});

/**
 * Returns at most 5 customers whose names are spelled or sound like the typed one, the nearest first. Called where
 * `search` or a search for jobs found nothing.
 */
export const similar = workspaceQuery({
  args: {
    term: v.string(),
    /** Whether only customers with a job are wanted. */
    withJobs: v.boolean(),
  },
  returns: v.array(customer),
  handler: async (ctx, wanted) => await similarCustomers(ctx, ctx.workspaceId, wanted),
});

export const listMin = workspaceQuery({
  args: {},
  returns: v.array(customerName),
  handler: async (ctx) => await listCustomerNames(ctx, ctx.workspaceId),
});

/** One page of all customers, the oldest first, for an export. */
export const page = workspaceQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(customer),
  handler: async (ctx, { paginationOpts }) =>
    await pageOfCustomers(ctx, ctx.workspaceId, paginationOpts),
});

export const getByCustomerId = workspaceQuery({
  args: { customer_id: v.string() },
  returns: v.union(customer, v.null()),
  handler: async (ctx, { customer_id }) => {
    const found = await getCustomer(ctx, ctx.workspaceId, customer_id);
    return found === null ? null : toCustomer(found);
  },
});

/** Returns the new customer's readable id, such as "C-1001". */
export const create = workspaceMutation({
  kind: "customers.create",
  args: { ...newCustomerArgs, ...clientKeyField },
  returns: v.string(),
  handler: async (ctx, args) => {
    const created = await createCustomer(ctx, ctx.workspaceId, args);
    return created.customer_id;
  },
});

export const update = mutationOf(updateCustomer, {
  args: {
    customer_id: v.string(),
    ...customerChangeArgs,
    base: v.optional(customerValues),
  },
  returns: customerChanged,
});

/** Merges customers who are the same person (domain/names/duplicates.ts). */
export const dedupeForUser = workspaceAction({
  args: {},
  returns: deduped,
  handler: async (ctx): Promise<Deduped> => await dedupeCustomers(ctx, ctx.member),
});

/** What `dedupeForUser` leaves to a person: shared contacts under different names. */
export const sharedContacts = workspaceAction({
  args: {},
  returns: sharedContactsResult,
  handler: async (ctx): Promise<SharedContacts> =>
    await customersWithSharedContacts(ctx, ctx.workspaceId),
});

/** Moves the jobs of `duplicate` to `kept` and removes it. Both are readable ids, such as "C-1001". */
export const merge = workspaceAction({
  args: { kept: v.string(), duplicate: v.string() },
  returns: merged,
  handler: async (ctx, pair): Promise<Merged> => ({
    run: await mergeTwo(ctx, ctx.member, pair),
  }),
});

/** Deletes a customer with all their jobs, as one run of the history. */
export const deleteWithJobs = workspaceAction({
  args: { customer_id: v.string() },
  returns: customerDeleted,
  handler: async (ctx, { customer_id }): Promise<CustomerDeleted> =>
    await deleteCustomerWithJobs(ctx, ctx.member, customer_id),
});

/** Clears `obtained_date`, which only old records have. */
export const removeObsoleteObtainedDateField = workspaceAction({
  args: {},
  returns: obtainedDateRemoved,
  handler: async (ctx): Promise<ObtainedDateRemoved> => await removeObtainedDates(ctx, ctx.member),
});

/** Updates the customer's copies in their jobs from the cursor on, one batch at a time. */
export const followOn = internalMutation({
  args: {
    customerId: v.id("customers"),
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { customerId, cursor }) => {
    const found = await ctx.db.get("customers", customerId);
    // The copies are derived: they have no author and no history.
    const { ctx: following } = new Recorder(ctx, null);
    if (found !== null && !isTrashKey(found.workspaceId))
      await updateCustomerCopies(following, found, cursor);
    return null;
  },
});
