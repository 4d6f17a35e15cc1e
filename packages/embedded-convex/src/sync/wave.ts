/** One update of a session: the results of its queries in one snapshot. */
import type { EncodedResult } from "../protocol/codec";
import type { Snapshot } from "./functionRunner";
import type { Session } from "./session";
import type { SharedQuery } from "./subscriptions";

export class Wave {
  readonly results = new Map<SharedQuery<Session>, EncodedResult>();
  readonly missing = new Set<SharedQuery<Session>>();
  #runs = 0;
  #isOver = false;

  constructor(
    readonly session: Session,
    readonly snapshot: Snapshot,
  ) {}

  /** Runs on the snapshot that have not ended. */
  get runs(): number {
    return this.#runs;
  }

  /** Whether every stale query of the session is one that this wave waits for. */
  covers({ watched }: Session): boolean {
    for (const shared of watched) {
      if (shared.state !== "current" && !this.missing.has(shared)) return false;
    }
    return true;
  }

  /**
   * Whether a wave at `ts` may replace this one. Not before all first results: the rerun of a page keeps its end, so
   * the client would never see a page of the size that it asked for.
   */
  isReplaceableAt(ts: bigint): boolean {
    const { snapshot, missing, session } = this;
    return snapshot.ts < ts && missing.size > 0 && session.hasAllResults;
  }

  runBegan(): void {
    this.#runs += 1;
  }

  runEnded(): void {
    this.#runs -= 1;
    this.#releaseSnapshot();
  }

  /** Call it once. No run may begin after it. */
  end(): void {
    this.#isOver = true;
    this.#releaseSnapshot();
  }

  /** After the end a run that another session waits for may still read the snapshot. */
  #releaseSnapshot(): void {
    if (this.#isOver && this.#runs === 0) this.snapshot.release();
  }
}
