/** What a running function can reach, as an interface: the engine is it, and tests may stand in. */
import type { JSONValue } from "convex/values";
import type { Log } from "../log";
import type { Database } from "../store/database";
import type { Call } from "./call";
import type { FileStorage } from "./fileStorage";
import type { CallMeasure, Result } from "./invoke";
import type { RegisteredFunction, Registry } from "./registry";
import type { ScheduledTasks } from "./scheduledFunctions";

export interface Runtime {
  readonly database: Database;
  readonly registry: Registry;
  readonly files: FileStorage;
  readonly tasks: ScheduledTasks;
  /** Where to put what functions print; null leaves it on the console. */
  readonly printed: Log | null;
  /** Told of every call that ended well, nested ones too. */
  readonly onCall?: ((measure: CallMeasure) => void) | undefined;
  syscall(call: Call, op: string, args: string): string;
  asyncSyscall(call: Call, op: string, args: string): Promise<string>;
  jsSyscall(call: Call, op: string, args: Record<string, unknown>): unknown;
  /** A function called by an action: public or internal, in a transaction of its own. */
  runFromAction(
    found: RegisteredFunction,
    args: JSONValue,
    from: Call,
  ): Promise<Result>;
}
