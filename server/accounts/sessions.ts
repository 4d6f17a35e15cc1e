/**
 * The open sessions. A session that has ended ends its tokens too, and the connections that were opened with them.
 *
 * A command in another process, such as `npm run reset-password`, ends sessions in the database only. SQLite counts the
 * commits of other connections (`PRAGMA data_version`), so the server notices within POLL_MS.
 */
import { errorText, type Log } from "embedded-convex";
import type { AccountsDatabase } from "./accountsDatabase";

const POLL_MS = 1_000;

export interface Sessions {
  /** Whether the session exists and its person was not removed. */
  isOpen(sessionId: string): boolean;
  /** Call after sessions have ended. Resolves when what they could still do has ended too. */
  notifyEnded(): Promise<void>;
  close(): void;
}

export function watchSessions(o: {
  readonly database: AccountsDatabase;
  readonly log: Log;
  readonly onEnded: () => Promise<void>;
}): Sessions {
  const { sqlite } = o.database;
  const open = sqlite.prepare<[string]>(`
    SELECT 1 FROM session s JOIN "user" u ON u.id = s.userId
    WHERE s.id = ? AND u.removedAt IS NULL`);
  const commitsOfOthers = () =>
    Number(sqlite.pragma("data_version", { simple: true }));
  let seen = commitsOfOthers();
  const poll = async () => {
    const now = commitsOfOthers();
    if (now === seen) return;
    await o.onEnded();
    seen = now;
  };
  const timer = setInterval(() => {
    poll().catch((error: unknown) =>
      o.log.error("the end of sessions by other programs cannot be noticed", {
        error: errorText(error),
      }),
    );
  }, POLL_MS);
  timer.unref();
  return {
    isOpen: (sessionId) => open.get(sessionId) !== undefined,
    notifyEnded: o.onEnded,
    close: () => clearInterval(timer),
  };
}
