import { v, type Infer } from "convex/values";
import { RECORDED_TABLES } from "../../../domain/history/history";
import { crew } from "../office/validators";
import { literals } from "../validators";

/** A stored value of a recorded field; null where the field is absent. */
const value = v.union(
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
  v.array(v.union(v.string(), crew)),
);

const values = v.record(v.string(), value);

/**
 * What a change did to one row: the changed fields before and after. `before`
 * is null for an inserted row. `moved` says that the row went into the trash or
 * came back from it.
 */
export const write = v.object({
  table: literals(RECORDED_TABLES),
  id: v.string(),
  moved: v.optional(literals(["trashed", "restored"])),
  /** The size of a price or a reorder level, to identify a changed amount. Earlier versions stored none. */
  size: v.optional(v.string()),
  /** The name of a job's line, or the category of a reorder level, for the same reason. */
  name: v.optional(v.string()),
  before: v.union(values, v.null()),
  after: values,
});

export type RecordedValues = Infer<typeof values>;
export type Write = Infer<typeof write>;
