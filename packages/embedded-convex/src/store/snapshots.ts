/**
 * Lets queries read the database as of one commit while later commits are written.
 *
 * A snapshot is an overlay with the earlier versions of what was written since. So it costs nothing until a commit, no
 * query ever makes a commit wait, and any number of snapshots may be open. Snapshots of the same commit share one
 * overlay. It ends with the last query of a wave or of a call, and holds each document that was written since at most
 * once.
 *
 * One limit: a search that finds more candidates than it may read can take them from what was written later. Such a
 * commit touches the search, so that a subscription runs again.
 */
import { isChange } from "./applyWrites";
import { Overlay } from "./overlay";

export class Snapshot {
  constructor(
    readonly ts: bigint,
    readonly overlay: Overlay,
    readonly release: () => void,
  ) {}
}

interface Shared {
  readonly overlay: Overlay;
  users: number;
}

export class Snapshots {
  readonly #open = new Map<bigint, Shared>();

  open(ts: bigint): Snapshot {
    const shared = this.#open.get(ts) ?? {
      overlay: new Overlay({ isSnapshot: true }),
      users: 0,
    };
    this.#open.set(ts, shared);
    shared.users += 1;
    return new Snapshot(ts, shared.overlay, () => {
      shared.users -= 1;
      if (shared.users === 0) this.#open.delete(ts);
    });
  }

  /** Must be called with each commit, in the same turn as the rows are written. */
  keepEarlierVersions(written: Overlay): void {
    for (const { overlay } of this.#open.values()) {
      for (const entry of written.all()) {
        if (isChange(entry)) overlay.keepBefore(entry);
      }
    }
  }
}
