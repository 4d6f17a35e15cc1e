import { v, type Infer } from "convex/values";
import { literals } from "../validators";

/** The tables whose rows the rebuild goes through, in this order. */
const rebuildStep = literals(["customers", "jobs", "jobSearch"]);

export const derivedVersionFields = {
  version: v.number(),
  /** Where the rebuild continues; absent once it is done. */
  step: v.optional(rebuildStep),
  cursor: v.optional(v.union(v.string(), v.null())),
};

export type RebuildStep = Infer<typeof rebuildStep>;
