import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { ChangeKind } from "../../../domain/history/history";
import type { Member } from "../access";

/** Who changes what, and by which call. */
export type Author = {
  readonly member: Member;
  readonly kind: ChangeKind;
  readonly deviceAt?: number | undefined;
  /** The run that the changes are part of. */
  readonly runId?: Id<"changes"> | undefined;
};

/** A row of a table that is known at run time only. */
export type Row = { readonly _id: string; readonly workspaceId: string } & {
  readonly [field: string]: unknown;
};

/** The row as its table's type, for a reader that knows the table. */
export function rowOf<Table extends TableNames>(row: Row): Doc<Table> {
  return row as unknown as Doc<Table>;
}
