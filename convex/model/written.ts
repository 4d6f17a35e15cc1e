import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** A written row before and after; null where it is absent or in the trash. */
export type Written<Row> = {
  readonly before: Row | null;
  readonly after: Row | null;
  readonly isRestored?: boolean;
};

/** What an update of derived data has to know of the write that it follows. */
export type Deriving = {
  /** Writes through it update the derived data of the written row in turn. */
  readonly ctx: MutationCtx;
  /** Writes through it are neither recorded nor undone. */
  readonly plain: MutationCtx["db"];
  /** Who writes; empty for work of the backend itself. */
  readonly person: string;
  /** Whether the write is one of many in a step of a long-running operation. */
  readonly isStep: boolean;
  /** The customers whose search words the end of the step writes, once for all its writes. */
  readonly toSearch: Set<Id<"customers">>;
  /** The jobs of written lines, whose sums the end of the call writes. */
  readonly toSum: Set<Id<"jobs">>;
  /** When written jobs got their status, if that was not now: set while an import writes a job. */
  readonly statusTime?: number | undefined;
  /** Whether deleted files may come back. */
  readonly bringsBack: boolean;
};
