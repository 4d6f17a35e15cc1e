import type { VerifyToken } from "../identity";
import type { Log } from "../log";
import type { LiveQueriesOptions } from "./liveQueries";
import type { UnauthenticatedLimits } from "./unauthenticatedClients";

/** The dependencies and limits of the sync server. */
export type SyncServerOptions<Reads, Writes> = Pick<
  LiveQueriesOptions<Reads, Writes>,
  "runner" | "readRules"
> &
  UnauthenticatedLimits & {
    readonly verifyToken: VerifyToken;
    readonly log: Log;
    /** Values in one message. */
    readonly maxValues?: number | undefined;
    readonly now?: () => number;
  };
