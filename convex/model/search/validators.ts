import { v } from "convex/values";
import { literals } from "../validators";

/** One word of a job or customer (domain/search.ts). */
export const wordFields = {
  of: literals(["jobs", "customers"]),
  word: v.string(),
  /** The id of the job or customer, and when it was created. */
  rowId: v.string(),
  createdAt: v.number(),
  /** Of a job: by which a search is put in order. */
  summaryId: v.optional(v.id("jobSummaries")),
  /** All words of the job or customer, so that a search of several reads the rows of one. */
  text: v.string(),
};
