/** What a start completes after the last process, which may have been killed, or of an earlier version. */
import {
  errorText,
  type Backend as ConvexBackend,
  type Log,
  type LostCommits,
  type ModuleMap,
} from "embedded-convex";
import { DATA } from "./backup/entryNames";

/** Ends or resumes operations, before any request is served: those marked as running were interrupted. */
const OPERATIONS = { module: "operations", path: "operations:endInterrupted" };

/** Rewrites the derived rows of an earlier version, in batches, while requests are served. */
const REBUILD = { module: "rebuild", path: "rebuild:start" };

interface Application {
  readonly convex: Pick<ConvexBackend, "runInternalMutation">;
  readonly modules: ModuleMap;
  readonly log: Log;
}

/** Does nothing where the application has no such functions. Failures are logged: they must not stop the start. */
export async function goOn({ convex, modules, log }: Application) {
  const run = async ({ module, path }: typeof REBUILD, failure: string) => {
    if (!(module in modules)) return;
    try {
      await convex.runInternalMutation(path);
    } catch (error) {
      log.error(failure, { error: errorText(error) });
    }
  };
  await run(OPERATIONS, "interrupted operations could not be ended");
  void run(REBUILD, "the rebuild did not start");
}

/** Null if no commits are lost. */
export function lostCommitsNote(lost: LostCommits | null): string | null {
  if (lost === null) return null;
  const [after, until] = [lost.after, lost.until].map((ns) =>
    new Date(Number(ns / 1_000_000n)).toISOString(),
  );
  return `what was saved after ${after} and until ${until} is missing: ${DATA}-wal was deleted after the server was killed, or ${DATA} was replaced by an older one`;
}
