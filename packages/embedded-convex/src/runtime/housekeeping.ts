/**
 * Deletes expired records in small batches, at start and then every hour: upload tokens, ended scheduled functions, old
 * mutations.
 */
import { nextTurn } from "../eventLoop";
import type { Database } from "../store/database";
import { RETENTION_DAYS } from "../store/sessionRequests";
import type { FileStorage } from "./fileStorage";
import { errorText, type Log } from "../log";
import type { ScheduledFunctions } from "./scheduledFunctions";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const JOB_RESULTS_KEPT_MS = 7 * DAY_MS;

export interface HousekeepingParts {
  readonly database: Database;
  readonly scheduledFunctions: ScheduledFunctions;
  readonly files: FileStorage;
  readonly log: Log;
}

export class Housekeeping {
  #timer: NodeJS.Timeout | null = null;
  #current: Promise<void> = Promise.resolve();
  readonly #parts: HousekeepingParts;

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  start(): void {
    const run = () => {
      this.#current = this.tidy().catch((error: unknown) =>
        this.#parts.log.error("housekeeping failed", {
          error: errorText(error),
        }),
      );
    };
    run();
    this.#timer = setInterval(run, HOUR_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#current;
  }

  async tidy(): Promise<void> {
    const { database, scheduledFunctions, files } = this.#parts;
    const now = database.now();
    await files.dropExpiredTokens();
    let more = true;
    while (more) {
      const { value } = await database.committer.submit({
        run: (transaction) =>
          scheduledFunctions.dropEndedBefore(transaction, now - JOB_RESULTS_KEPT_MS),
      });
      more = value;
    }
    const oldest = BigInt(Math.floor(now - RETENTION_DAYS * DAY_MS)) * 1_000_000n;
    const prune = () => database.requests.pruneBefore(oldest);
    while (database.atomically(prune)) {
      // Yields to the event loop between batches.
      await nextTurn();
    }
  }
}
