/**
 * What the server does about uploads on behalf of the application's functions, which know neither who has left a
 * workspace nor that the process was killed. Does nothing where the application has no such functions.
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

export interface UploadsOptions {
  readonly convex: Pick<ConvexBackend, "runInternalMutation">;
  readonly modules: ModuleMap;
  readonly log: Log;
  readonly clock?: () => number;
}

export class Uploads {
  readonly #options: UploadsOptions;

  constructor(options: UploadsOptions) {
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
  async endOfFormerPeople(
    accounts: Pick<Accounts, "formerPeopleSince">,
  ): Promise<void> {
    const { clock = Date.now } = this.#options;
    for (const person of accounts.formerPeopleSince(clock() - HOUR_MS)) {
      const { workspaceId, userId } = person;
      await this.#run("endTickets", { workspaceId, by: userId });
    }
  }

  async #run(name: string, args: Record<string, string>): Promise<void> {
    const { convex, modules, log } = this.#options;
    if (!(MODULE in modules)) return;
    try {
      await convex.runInternalMutation(`${MODULE}:${name}`, args);
    } catch (error) {
      log.error("upload links could not be ended", { error: errorText(error) });
    }
  }
}
