import { defineTable } from "convex/server";
import { v } from "convex/values";
import { namePartFields, notesFields, wordFields } from "./validators";

/** The tables of the search, as part of the schema. */
export const searchTables = {
  /** The words by which jobs and customers are found (model/search). */
  searchWords: defineTable({ workspaceId: v.string(), ...wordFields })
    .index("by_workspace_and_word", ["workspaceId", "of", "word", "createdAt"])
    .index("by_workspace_and_row", ["workspaceId", "rowId"]),

  /** The different words of all customers' names, for suggestions (model/search/names.ts). */
  nameWords: defineTable({
    workspaceId: v.string(),
    ...namePartFields,
  }).index("by_workspace_and_part", ["workspaceId", "part"]),

  /** The words of the notes of jobs, eight to a row (model/search/noteWords.ts). */
  noteWords: defineTable({ workspaceId: v.string(), ...notesFields })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .index("by_workspace_and_a", ["workspaceId", "a", "createdAt"])
    .index("by_workspace_and_b", ["workspaceId", "b", "createdAt"])
    .index("by_workspace_and_c", ["workspaceId", "c", "createdAt"])
    .index("by_workspace_and_d", ["workspaceId", "d", "createdAt"])
    .index("by_workspace_and_e", ["workspaceId", "e", "createdAt"])
    .index("by_workspace_and_f", ["workspaceId", "f", "createdAt"])
    .index("by_workspace_and_g", ["workspaceId", "g", "createdAt"])
    .index("by_workspace_and_h", ["workspaceId", "h", "createdAt"]),
};
