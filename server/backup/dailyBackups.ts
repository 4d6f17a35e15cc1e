/**
 * The server's automatic backups: one folder per day (UTC), the last seven kept. A missed day, because the server was
 * stopped or the backup failed, is made up as soon as possible. Old backups are removed only after a new one has
 * succeeded.
 */
import { errorText, type Log } from "embedded-convex";
import {
  folderCopies,
  makeFolderCopy,
  removeFolderCopy,
  removePartialCopies,
  timeName,
} from "./folderCopy";
import { asStartupError } from "./ioErrors";
import { recordBackup } from "./lastBackup";
import type { SnapshotSource } from "./snapshot";
import { removeOldUpdateCopies } from "./updateCopy";

export interface DailyBackupsOptions extends Omit<SnapshotSource, "signal"> {
  readonly log: Log;
  /** False while there is no data to back up. */
  readonly isWorthwhile: () => boolean;
  readonly clock?: () => number;
}

const KEPT_COUNT = 7;
/** Keeps the start fast, and skips servers that stop again soon. */
const FIRST_CHECK_MS = 60_000;
const CHECK_INTERVAL_MS = 10 * 60_000;

/** UTC times, whose alphabetical order is chronological. */
const DAILY_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export class DailyBackups {
  readonly #options: DailyBackupsOptions;
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | null = null;

  constructor(options: DailyBackupsOptions) {
    this.#options = options;
  }

  start(): void {
    const run = () => void this.runIfDue();
    this.#timers.push(setTimeout(run, FIRST_CHECK_MS).unref());
    this.#timers.push(setInterval(run, CHECK_INTERVAL_MS).unref());
  }

  /** Makes today's backup if it is missing. Never rejects: failures are logged and retried at the next check. */
  runIfDue(): Promise<void> {
    this.#running ??= this.#makeIfDue()
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return;
        const failure = asStartupError(
          error,
          "The daily backup could not be made",
          "It will be retried.",
        );
        this.#options.log.error("daily backup failed", {
          error: errorText(failure),
        });
      })
      .finally(() => (this.#running = null));
    return this.#running;
  }

  /** Aborts a running backup and removes its files. Resolves at the deadline at the latest. */
  async stop(deadline: Promise<void>): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopping.abort();
    await Promise.race([deadline, this.#running ?? Promise.resolve()]);
  }

  async #makeIfDue(): Promise<void> {
    const { dataDir, log, isWorthwhile, clock = Date.now } = this.#options;
    const { signal } = this.#stopping;
    const madeAt = clock();
    const name = timeName(madeAt);
    const newest = (await dailyNames(dataDir)).at(-1);
    if (newest !== undefined && dayOf(newest) >= dayOf(name)) return;
    if (signal.aborted || !isWorthwhile()) return;
    await removePartialCopies(dataDir);
    const startedAt = performance.now();
    // An incomplete backup is better than none.
    const source = { ...this.#options, signal, allowMissing: true };
    const { missing } = await makeFolderCopy(source, { name, madeAt });
    await recordBackup(dataDir, madeAt);
    const ms = Math.round(performance.now() - startedAt);
    log.info("daily backup made", { name, ms });
    if (missing.length > 0) {
      log.error("stored files are missing on disk", {
        count: missing.length,
        first: missing[0],
      });
    }
    await this.#prune(madeAt);
  }

  /** Never deletes folders that were not created by us. */
  async #prune(now: number): Promise<void> {
    const { dataDir, log } = this.#options;
    const old = (await dailyNames(dataDir)).slice(0, -KEPT_COUNT);
    for (const name of old) await removeFolderCopy(dataDir, name);
    for (const name of [...old, ...(await removeOldUpdateCopies(dataDir, now))])
      log.info("old backup removed", { name });
  }
}

async function dailyNames(dataDir: string): Promise<string[]> {
  return (await folderCopies(dataDir)).filter((name) => DAILY_NAME.test(name));
}

/** The date of a name, such as `2026-03-14`. */
function dayOf(name: string): string {
  return name.slice(0, 10);
}
