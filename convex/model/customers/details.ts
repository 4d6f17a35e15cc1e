/**
 * The imported details of a customer that have no field: addresses, further phone numbers and other texts of the file.
 * The search for customers finds them, and they are shown with the customer.
 */
import { getConvexSize } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isSame } from "../../../domain/changes/fields";
import { leftoverText } from "../../../domain/imports/leftoverNotes";
import type { ImportedPlace, Leftover } from "../../../domain/imports/rows";
import { placeText } from "../../../domain/customer/places";
import { eachOfBatch } from "../batches";
import type { Details } from "./validators";

/** The limit for one customer. Each row of a file that names the customer adds one. */
const MAX_DETAILS = 50;

/** The limit for one customer. The history of an import holds them in one document, of at most 1 MiB. */
const MAX_DETAILS_BYTES = 512 * 1024;

type Named = Pick<Doc<"customers">, "workspaceId" | "_id">;

/** The details that are found and shown. */
export async function detailRowsOf(
  ctx: QueryCtx,
  customer: Named,
): Promise<Doc<"customerDetails">[]> {
  const rows: Doc<"customerDetails">[] = [];
  let bytes = 0;
  for await (const row of detailsInOrder(ctx, customer)) {
    rows.push(row);
    bytes += getConvexSize(row);
    if (rows.length === MAX_DETAILS || bytes > MAX_DETAILS_BYTES) break;
  }
  return rows;
}

function detailsInOrder(ctx: QueryCtx, { workspaceId, _id }: Named) {
  return ctx.db
    .query("customerDetails")
    .withIndex("by_workspace_and_customer", (q) =>
      q.eq("workspaceId", workspaceId).eq("customerId", _id),
    );
}

/** The details of a customer, each place and text once. */
export async function detailsOf(ctx: QueryCtx, customer: Doc<"customers">): Promise<Details> {
  const rows = await detailRowsOf(ctx, customer);
  const places = rows.flatMap(({ addresses, cities }) =>
    addresses.map((job_address, at) => {
      const job_city = cities[at] ?? "";
      return { job_address, ...(job_city === "" ? {} : { job_city }) };
    }),
  );
  return {
    places: [...new Map(places.map((p) => [placeText(p), p])).values()],
    texts: [...new Set(rows.flatMap(({ texts }) => texts))],
  };
}

/** Adds imported details of a customer. False if they exceed the limits. */
export async function addDetails(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  given: {
    readonly places: readonly ImportedPlace[];
    readonly leftovers: readonly Leftover[];
  },
): Promise<boolean> {
  const fields = {
    addresses: given.places.map((place) => place.job_address),
    cities: given.places.map((place) => place.job_city ?? ""),
    texts: given.leftovers.map(leftoverText),
  };
  if (fields.addresses.length + fields.texts.length === 0) return true;
  const stored = await detailRowsOf(ctx, customer);
  const isStored = stored.some(
    (row) =>
      isSame(row.addresses, fields.addresses) &&
      isSame(row.cities, fields.cities) &&
      isSame(row.texts, fields.texts),
  );
  if (isStored) return true;
  if (stored.length === MAX_DETAILS) return false;
  const sizes = [...stored, fields].map((row) => getConvexSize(row));
  if (sizes.reduce((sum, size) => sum + size) > MAX_DETAILS_BYTES) return false;
  const { workspaceId, _id: customerId } = customer;
  await ctx.db.insert("customerDetails", {
    workspaceId,
    customerId,
    ...fields,
  });
  return true;
}

/**
 * Moves the details of a merged customer. Copies the keys of its imported rows to the kept customer, whom a second
 * import of the file then finds. The merged customer keeps them too, for an undo of the merge (findImported).
 */
export async function moveDetails(
  ctx: MutationCtx,
  from: Doc<"customers">,
  to: Doc<"customers">,
): Promise<void> {
  for (const { _id } of await detailRowsOf(ctx, from))
    await ctx.db.patch("customerDetails", _id, { customerId: to._id });
  const imported = await importedAs(ctx, from).take(MAX_DETAILS);
  for (const { _id, _creationTime, ...row } of imported)
    await ctx.db.insert("importedRows", { ...row, rowId: to._id });
}

/** Removes a batch of what was imported with a row that is deleted for good. Returns whether that was all. */
export async function forgetImported(
  ctx: MutationCtx,
  row: { readonly workspaceId: string; readonly _id: string },
): Promise<boolean> {
  const imported = await eachOfBatch(
    ctx,
    { rows: importedAs(ctx, row), most: MAX_DETAILS },
    ({ _id }) => ctx.db.delete("importedRows", _id),
  );
  const id = ctx.db.normalizeId("customers", row._id);
  if (id === null || !imported.isDone) return imported.isDone;
  const rows = detailsInOrder(ctx, { workspaceId: row.workspaceId, _id: id });
  const details = await eachOfBatch(ctx, { rows, most: MAX_DETAILS }, (one) =>
    ctx.db.delete("customerDetails", one._id),
  );
  return details.isDone;
}

function importedAs(ctx: QueryCtx, row: { readonly workspaceId: string; readonly _id: string }) {
  return ctx.db
    .query("importedRows")
    .withIndex("by_workspace_and_row", (q) =>
      q.eq("workspaceId", row.workspaceId).eq("rowId", row._id),
    );
}
