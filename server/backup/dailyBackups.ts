/**
 * The copies that the server makes by itself: one a day (of UTC), in a folder each, the last seven kept. A day that was missed,
 * because the server was off or the copy failed, is made up as soon as it can be. An old one goes only after a good new one came,
 * so that whatever happens the last good ones stay.
 */
import { errorText, type Log } from "embedded-convex";
import {
  folderCopies,
  makeFolderCopy,
  removeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { failureOf } from "./failure";
import { noteBackup } from "./lastBackup";
import type { SnapshotSource } from "./snapshot";

export interface DailyBackupsOptions extends Omit<SnapshotSource, "signal"> {
  readonly log: Log;
  /** False while there is nothing that anybody would miss. */
  readonly isWorthwhile: () => boolean;
  readonly clock?: () => number;
}

const KEPT = 7;
/** Not at once: a server that just came has its callers to see to, and one that goes again soon needs none. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 10 * 60_000;

/** Their names are times, which sort as they follow each other. */
const DAILY_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
/** Of a copy that was made before the database was brought to a newer format: its time is at the end. */
const OLD_FORMAT_NAME = /^format-\d+-(.+)$/;

export class DailyBackups {
  private readonly stopping = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> | null = null;

  constructor(private readonly options: DailyBackupsOptions) {}

  start(): void {
    const look = () => void this.look();
    this.timers.push(setTimeout(look, FIRST_LOOK_MS).unref());
    this.timers.push(setInterval(look, LOOK_EVERY_MS).unref());
  }

  /** Makes today's if it is missing. Never rejects: what fails is in the log, and is tried again at the next look. */
  look(): Promise<void> {
    this.looking ??= this.makeIfDue()
      .catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        const told = failureOf(
          error,
          "The daily backup could not be made",
          "It is tried again soon.",
        );
        this.options.log.error("daily backup failed", {
          error: errorText(told),
        });
      })
      .finally(() => (this.looking = null));
    return this.looking;
  }

  /** Breaks off what is under way, which leaves nothing behind. Resolves at the deadline at the latest. */
  async stop(deadline: Promise<void>): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    this.stopping.abort();
    await Promise.race([deadline, this.looking ?? Promise.resolve()]);
  }

  private async makeIfDue(): Promise<void> {
    const { dataDir, log, isWorthwhile, clock = Date.now } = this.options;
    const { signal } = this.stopping;
    const madeAt = clock();
    const name = timeName(madeAt);
    const newest = (await dailyOnes(dataDir)).at(-1);
    if (newest !== undefined && dayOf(newest) >= dayOf(name)) return;
    if (signal.aborted || !isWorthwhile()) return;
    await removePartialCopies(dataDir);
    const startedAt = performance.now();
    // One that lacks a file is better than none.
    const source = { ...this.options, signal, mayLack: true };
    const { lacking } = await makeFolderCopy(source, { name, madeAt });
    await noteBackup(dataDir, madeAt);
    const ms = Math.round(performance.now() - startedAt);
    log.info("daily backup made", { name, ms });
    if (lacking.length > 0) {
      log.error("stored files have lost their bytes", {
        count: lacking.length,
        first: lacking[0],
      });
    }
    await this.prune();
  }

  private async prune(): Promise<void> {
    const { dataDir, log } = this.options;
    const kept = (await dailyOnes(dataDir)).slice(-KEPT);
    const oldest = kept[0] ?? "";
    for (const name of await folderCopies(dataDir)) {
      const at = OLD_FORMAT_NAME.exec(name)?.[1] ?? name;
      // What somebody else put there under a name of their own is theirs.
      if (!DAILY_NAME.test(at) || at >= oldest) continue;
      if (kept.length < KEPT) continue;
      await removeFolderCopy(dataDir, name);
      log.info("old backup removed", { name });
    }
  }
}

async function dailyOnes(dataDir: string): Promise<string[]> {
  return (await folderCopies(dataDir)).filter((name) => DAILY_NAME.test(name));
}

/** `2026-03-14` of a name. */
function dayOf(name: string): string {
  return name.slice(0, 10);
}
