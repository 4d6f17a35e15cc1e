import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lineFields, lineSumFields } from "./validators";

/** A gutter cleaning that is not cancelled: see domain/job/dueAgain.ts. */
const cleaningFields = {
  jobId: v.id("jobs"),
  place: v.string(),
  /** The time by which the cleanings of a place are ordered. */
  at: v.number(),
  /** True for the newest cleaning of each place. */
  isNewest: v.boolean(),
  /** Set if the cleaning is to be done again: see DueFrom. */
  isOwn: v.optional(v.boolean()),
  from: v.optional(v.number()),
};

/** What the changes of one person have added to the totals, by status. Numbers may be negative. */
const totalFields = {
  /** Empty for work of the backend itself. */
  person: v.string(),
  counts: v.record(v.string(), v.number()),
};

/** The tables beside the jobs, as part of the schema. */
export const jobTables = {
  /** How many jobs have each status (totals.ts). */
  jobTotals: defineTable({ workspaceId: v.string(), ...totalFields }).index(
    "by_workspace_and_person",
    ["workspaceId", "person"],
  ),

  /** What a job is made of, with the prices of that time. */
  jobLines: defineTable({ workspaceId: v.string(), ...lineFields }).index("by_workspace_and_job", [
    "workspaceId",
    "jobId",
    "isWithJob",
  ]),

  /** The sums over the lines of each job (lineSums.ts). */
  lineSums: defineTable({ workspaceId: v.string(), ...lineSumFields })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .index("by_workspace_and_install", ["workspaceId", "job_install_date"]),

  /** The gutter cleanings, to read those that are due again (cleanings.ts). */
  cleanings: defineTable({ workspaceId: v.string(), ...cleaningFields })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .index("by_workspace_and_place", ["workspaceId", "place", "at", "jobId"])
    .index("by_workspace_and_due", ["workspaceId", "isNewest", "isOwn", "from"]),
};
