/**
 * Connects the uploads and downloads of the server with the application's functions. The functions do not know who has
 * left a workspace, nor that the process was killed; the server does not know which files are deleted. Does nothing
 * where the application has no such functions.
 */
import {
  errorText,
  type Backend as ConvexBackend,
  type Log,
  type ModuleMap,
} from "embedded-convex";
import type { Accounts } from "./accounts/accounts";

const MODULE = "files";

/** The lifetime of an upload link. */
const HOUR_MS = 60 * 60_000;

export interface StoredFilesOptions {
  readonly convex: Pick<ConvexBackend, "runInternalMutation" | "runInternalQuery">;
  readonly modules: ModuleMap;
  readonly log: Log;
  readonly clock?: () => number;
}

export class StoredFiles {
  readonly #options: StoredFilesOptions;

  constructor(options: StoredFilesOptions) {
    this.#options = options;
  }

  /** Uploads that a kill interrupted no longer count as running. */
  async endInterrupted(): Promise<void> {
    await this.#run("endInterrupted", {});
  }

  /**
   * Upload links end with their person's membership. Also called at the start: the server may have been killed between
   * the two.
   */
  async endOfFormerPeople(accounts: Pick<Accounts, "formerPeopleSince">): Promise<void> {
    const { clock = Date.now } = this.#options;
    for (const person of accounts.formerPeopleSince(clock() - HOUR_MS)) {
      const { workspaceId, userId } = person;
      await this.#run("endTickets", { workspaceId, by: userId });
    }
  }

  /** False while a deleted file is kept to be restored. */
  async mayDownload(storageId: string): Promise<boolean> {
    if (!this.#has("isServed")) return true;
    const { convex } = this.#options;
    const args = { storageId };
    return (await convex.runInternalQuery(`${MODULE}:isServed`, args)) === true;
  }

  #has(name: string): boolean {
    return name in (this.#options.modules[MODULE] ?? {});
  }

  async #run(name: string, args: Record<string, string>): Promise<void> {
    if (!this.#has(name)) return;
    const { convex, log } = this.#options;
    try {
      await convex.runInternalMutation(`${MODULE}:${name}`, args);
    } catch (error) {
      log.error("upload links could not be ended", { error: errorText(error) });
    }
  }
}
