import { defineTable } from "convex/server";
import { v } from "convex/values";
import { changeFields, intentFields, trashFields } from "./validators";

/** The tables of the history, as part of the schema. */
export const historyTables = {
  /** What people changed, for two years. */
  changes: defineTable({ workspaceId: v.string(), ...changeFields })
    // In the order of creation.
    .index("by_workspace_and_part", ["workspaceId", "partOf"])
    .index("by_workspace_and_subject", ["workspaceId", "subject"])
    .index("by_workspace_and_message_and_subject", ["workspaceId", "message.kind", "subject"])
    .index("by_workspace_and_part_and_subject", ["workspaceId", "partOf", "subject"])
    .index("by_workspace_and_part_and_undone", ["workspaceId", "partOf", "undoneBy"])
    // In the order of creation.
    .index("by_workspace", ["workspaceId"]),

  /** The deleted rows that are still kept. */
  trash: defineTable({ workspaceId: v.string(), ...trashFields })
    .index("by_workspace_and_row", ["workspaceId", "rowId"])
    .index("by_workspace_and_run", ["workspaceId", "runId"])
    // In the order of deletion.
    .index("by_workspace", ["workspaceId"]),

  /** The results of calls that a client may send again. */
  intents: defineTable({ workspaceId: v.string(), ...intentFields })
    .index("by_workspace_and_intent", ["workspaceId", "intentId"])
    // In the order of creation.
    .index("by_workspace", ["workspaceId"]),

  /** The next removal of expired rows. */
  retention: defineTable({
    workspaceId: v.string(),
    dueAt: v.number(),
  }).index("by_workspace", ["workspaceId"]),
};
