import { defineTable } from "convex/server";
import { v } from "convex/values";
import { chunkFields, findingFields, importedRowFields, importFields } from "./validators";

/** The tables of imports, as part of the schema. */
export const importTables = {
  /** Files that were read and are kept for a day, until they are imported (model/imports/). */
  imports: defineTable({ workspaceId: v.string(), ...importFields }).index(
    "by_workspace_and_person",
    ["workspaceId", "by"],
  ),

  importChunks: defineTable({ workspaceId: v.string(), ...chunkFields }).index(
    "by_workspace_and_import_and_index",
    ["workspaceId", "importId", "index"],
  ),

  importFindings: defineTable({ workspaceId: v.string(), ...findingFields })
    .index("by_workspace_and_import_and_line", ["workspaceId", "importId", "line"])
    .index("by_workspace_and_import_and_key", ["workspaceId", "importId", "key"]),

  /** The rows that were imported, so that a file that is imported again adds nothing twice. */
  importedRows: defineTable({ workspaceId: v.string(), ...importedRowFields })
    .index("by_workspace_and_key", ["workspaceId", "key"])
    .index("by_workspace_and_row", ["workspaceId", "rowId"])
    .index("by_workspace_and_run_and_table", ["workspaceId", "runId", "table"]),
};
