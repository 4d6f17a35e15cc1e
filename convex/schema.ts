import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { historyTables } from "./model/history/tables";
import { fileFields } from "./model/files/validators";
import { importTables } from "./model/imports/tables";
import {
  colorFields,
  gutterSize,
  itemCategory,
  itemFields,
  priceFields,
  reorderLevelFields,
  sizeStock,
  txnFields,
} from "./model/inventory/validators";
import {
  derivedVersionFields,
  operationFields,
  rebuildFields,
} from "./model/operations/validators";
import { customerDetailFields, customerFields } from "./model/customers/validators";
import { templateFields } from "./model/messages/validators";
import { settingsFields } from "./model/office/validators";
import { jobTables } from "./model/jobs/tables";
import { jobFields, summaryFields } from "./model/jobs/validators";
import { searchTables } from "./model/search/tables";
import { rateKind } from "./model/validators";

/**
 * Every row belongs to a workspace and every index begins with it, so that no
 * read can reach the rows of another workspace.
 */
export default defineSchema({
  customers: defineTable({
    workspaceId: v.string(),
    ...customerFields,
    /** Obsolete: old records may still have it; Settings removes it. */
    obtained_date: v.optional(v.union(v.string(), v.number(), v.null())),
  })
    // In the order of creation, which the order of customer ids is not.
    .index("by_workspace", ["workspaceId"])
    .index("by_workspace_and_customer_id", ["workspaceId", "customer_id"])
    .index("by_workspace_and_demo", ["workspaceId", "demo"])
    .index("by_workspace_and_client_key", ["workspaceId", "clientKey"]),

  jobs: defineTable({ workspaceId: v.string(), ...jobFields })
    // The list by creation time, and the same within one status.
    .index("by_workspace", ["workspaceId"])
    .index("by_workspace_and_status", ["workspaceId", "job_status"])
    .index("by_workspace_and_customer", ["workspaceId", "job_customer_id"])
    .index("by_workspace_and_demo", ["workspaceId", "demo"])
    .index("by_workspace_and_client_key", ["workspaceId", "clientKey"])
    .index("by_workspace_and_estimate", ["workspaceId", "job_estimate_date", "job_install_date"])
    .index("by_workspace_and_install", ["workspaceId", "job_install_date"]),

  ...searchTables,

  /** What calendars, lists by date and counts read instead of jobs. */
  jobSummaries: defineTable({ workspaceId: v.string(), ...summaryFields })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .index("by_workspace_and_estimate", [
      "workspaceId",
      "job_estimate_date",
      "job_install_date",
      "jobCreatedAt",
    ])
    .index("by_workspace_and_install", ["workspaceId", "job_install_date"])
    .index("by_workspace_and_lasting_estimate", [
      "workspaceId",
      "estimateLasts",
      "job_estimate_date",
    ])
    .index("by_workspace_and_lasting_install", ["workspaceId", "installLasts", "job_install_date"])
    .index("by_workspace_and_status_and_estimate", [
      "workspaceId",
      "job_status",
      "job_estimate_date",
      "job_install_date",
      "jobCreatedAt",
    ])
    .index("by_workspace_and_status_and_install", ["workspaceId", "job_status", "job_install_date"])
    .index("by_workspace_and_status_and_change", ["workspaceId", "job_status", "statusChangedAt"]),

  ...jobTables,

  /** The version of a workspace's search words, summaries and totals. Every change reads it: few writes. */
  derivedVersions: defineTable({
    workspaceId: v.string(),
    ...derivedVersionFields,
  }).index("by_workspace", ["workspaceId"]),

  /** The queue of workspaces whose derived rows are to be written again (model/operations/rebuild.ts). */
  rebuilds: defineTable({
    workspaceId: v.string(),
    ...rebuildFields,
  }).index("by_workspace", ["workspaceId"]),

  /**
   * The move of a workspace's rows to another one: stored under both while it runs, and under the new one for ever.
   * Also the closing of a workspace, as a move from it to itself that is not done while the workspace is closed.
   */
  workspaceMoves: defineTable({
    workspaceId: v.string(),
    from: v.string(),
    to: v.string(),
    isDone: v.boolean(),
    /** For a closing: changes with the state of the data, as DATA_EPOCH does for the whole deployment. */
    epoch: v.optional(v.number()),
    /** For a closing: reading is refused too. */
    isSuspended: v.optional(v.boolean()),
    /** For a closing: some rows are erased, and some are left. */
    isErasing: v.optional(v.boolean()),
  }).index("by_workspace_and_done", ["workspaceId", "isDone"]),

  /** The last number given to a customer: C-1001, C-1002, ... */
  counters: defineTable({
    workspaceId: v.string(),
    lastCustomerNumber: v.number(),
  }).index("by_workspace", ["workspaceId"]),

  /** The owner of a stored file, and how many job lists hold it. */
  files: defineTable({
    workspaceId: v.string(),
    ...fileFields,
    uses: v.number(),
    /** The scheduled deletion of an upload that no job uses. */
    sweepId: v.optional(v.string()),
  }).index("by_workspace_and_storage", ["workspaceId", "storageId"]),

  /** Authorization to upload one file, once, within an hour. */
  uploadTickets: defineTable({
    workspaceId: v.string(),
    /** The person that it was issued to. */
    by: v.string(),
    key: v.string(),
    expiresAt: v.number(),
    /** Its scheduled removal. */
    expiryId: v.optional(v.string()),
    /** When its upload began. */
    claimedAt: v.optional(v.number()),
  }).index("by_workspace_and_person", ["workspaceId", "by", "claimedAt"]),

  /** How many bytes a workspace has stored since an hour began. */
  uploadedBytes: defineTable({
    workspaceId: v.string(),
    hourBeganAt: v.number(),
    bytes: v.number(),
  }).index("by_workspace", ["workspaceId"]),

  /** How many calls of each kind a person may still make, as of a time (model/personRates.ts). */
  personRates: defineTable({
    workspaceId: v.string(),
    by: v.string(),
    kind: rateKind,
    left: v.number(),
    at: v.number(),
  }).index("by_workspace_and_person_and_kind", ["workspaceId", "by", "kind"]),

  /** What the contractor buys and sells, without the prices. */
  inventoryItems: defineTable({ workspaceId: v.string(), ...itemFields })
    .index("by_workspace_and_sku", ["workspaceId", "sku"])
    .index("by_workspace_and_demo", ["workspaceId", "demo"]),

  /** At most one price for each item and size. */
  inventoryPrices: defineTable({
    workspaceId: v.string(),
    ...priceFields,
  }).index("by_workspace_and_item_and_size", ["workspaceId", "itemId", "size"]),

  inventoryColors: defineTable({
    workspaceId: v.string(),
    ...colorFields,
  })
    .index("by_workspace_and_number", ["workspaceId", "colorNumber"])
    .index("by_workspace_and_demo", ["workspaceId", "demo"]),

  /** A color's quantity in one category: the sum of its stock transactions. */
  inventoryColorStock: defineTable({
    workspaceId: v.string(),
    category: itemCategory,
    colorNumber: v.string(),
    quantity: v.number(),
    /** The quantity by size. Missing where an earlier version made the last change. */
    sizes: v.optional(v.array(sizeStock)),
  }).index("by_workspace_and_category_and_color", ["workspaceId", "category", "colorNumber"]),

  /** The levels below which a size of a color is ordered again: at most one for each category, color and size. */
  inventoryReorderLevels: defineTable({
    workspaceId: v.string(),
    ...reorderLevelFields,
  }).index("by_workspace_and_category_and_color_and_size", [
    "workspaceId",
    "category",
    "colorNumber",
    "size",
  ]),

  /** The quantity taken in of an item, by color and size if it has them. */
  inventoryItemStock: defineTable({
    workspaceId: v.string(),
    itemId: v.id("inventoryItems"),
    category: itemCategory,
    colorNumber: v.optional(v.string()),
    size: v.optional(gutterSize),
    quantity: v.number(),
  })
    .index("by_workspace_and_item_and_color_and_size", [
      "workspaceId",
      "itemId",
      "colorNumber",
      "size",
    ])
    .index("by_workspace_and_color_and_category", ["workspaceId", "colorNumber", "category"]),

  /** Stock transactions, which are only ever inserted. */
  inventoryTxns: defineTable({ workspaceId: v.string(), ...txnFields })
    .index("by_workspace_and_undoes", ["workspaceId", "undoes"])
    .index("by_workspace_and_category_and_color", ["workspaceId", "category", "colorNumber"])
    .index("by_workspace_and_part", ["workspaceId", "partOf"])
    // In the order of creation.
    .index("by_workspace", ["workspaceId"]),

  /** What an office has written for its texts to customers: at most one row. */
  messageTemplates: defineTable({
    workspaceId: v.string(),
    ...templateFields,
  }).index("by_workspace", ["workspaceId"]),

  /** The options of an office: at most one row. */
  officeSettings: defineTable({
    workspaceId: v.string(),
    ...settingsFields,
  }).index("by_workspace", ["workspaceId"]),

  ...historyTables,

  /** Imported details of customers that have no field (model/customers/details.ts). */
  customerDetails: defineTable({
    workspaceId: v.string(),
    ...customerDetailFields,
  }).index("by_workspace_and_customer", ["workspaceId", "customerId"]),

  ...importTables,

  /** The last long-running operation of a workspace, for its progress. */
  tasks: defineTable({ workspaceId: v.string(), ...operationFields }).index("by_workspace", [
    "workspaceId",
  ]),
});
