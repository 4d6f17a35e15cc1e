/** What is kept for a time only: dropped a little at a time, at start and then every hour. */
import type { Database } from "../store/database";
import { RETENTION_DAYS } from "../store/sessionRequests";
import type { FileStorage } from "./fileStorage";
import type { Log } from "../log";
import type { ScheduledTasks } from "./scheduledFunctions";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const JOB_RESULTS_KEPT_MS = 7 * DAY_MS;

export class Housekeeping {
  private timer: NodeJS.Timeout | null = null;
  private current: Promise<void> = Promise.resolve();
  private readonly parts: {
    database: Database;
    tasks: ScheduledTasks;
    files: FileStorage;
    log: Log;
  };

  constructor(parts: Housekeeping["parts"]) {
    this.parts = parts;
  }

  start(): void {
    const run = () => {
      this.current = this.tidy().catch((error: unknown) =>
        this.parts.log.error("housekeeping failed", { error: String(error) }),
      );
    };
    run();
    this.timer = setInterval(run, HOUR_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.current;
  }

  async tidy(): Promise<void> {
    const { database, tasks, files } = this.parts;
    const now = database.now();
    await files.dropExpiredTokens();
    let more = true;
    while (more) {
      const { value } = await database.committer.submit({
        run: (transaction) =>
          tasks.dropEndedBefore(transaction, now - JOB_RESULTS_KEPT_MS),
      });
      more = value;
    }
    const oldest = BigInt(Math.floor(now - RETENTION_DAYS * DAY_MS)) * 1_000_000n;
    const prune = () => database.requests.pruneBefore(oldest);
    while (database.atomically(prune)) {
      // Between two portions others have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
