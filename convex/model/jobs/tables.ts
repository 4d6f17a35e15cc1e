import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lineFields, lineSumFields } from "./validators";

/** The tables beside the jobs, as part of the schema. */
export const lineTables = {
  /** What a job is made of, with the prices of that time. */
  jobLines: defineTable({ workspaceId: v.string(), ...lineFields }).index(
    "by_workspace_and_job",
    ["workspaceId", "jobId", "isWithJob"],
  ),

  /** What the lines of each job come to (lineSums.ts). */
  lineSums: defineTable({ workspaceId: v.string(), ...lineSumFields })
    .index("by_workspace_and_job", ["workspaceId", "jobId"])
    .index("by_workspace_and_install", ["workspaceId", "job_install_date"]),
};
