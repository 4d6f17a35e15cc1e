/**
 * The open sessions. A session that has ended ends its tokens too, and the connections that were opened with them.
 *
 * A command in another process, such as `npm run reset-password`, ends sessions in the database only. SQLite counts the
 * commits of other connections (`PRAGMA data_version`), so the server notices within POLL_MS.
 */
import { getSessionCookie } from "better-auth/cookies";
import { errorText, type Log, type RequestCaller } from "embedded-convex";
import type { AccountsDatabase } from "./accountsDatabase";
import { COOKIE_PREFIX } from "./betterAuth";

const POLL_MS = 1_000;

export interface Sessions {
  /** Whether the session exists and its person was not removed. */
  isOpen(sessionId: string): boolean;
  /**
   * The person whose session the cookie names, for the request's place in the fair queue: Better Auth verifies the
   * cookie's signature when the request runs. Null without a session.
   */
  callerOf(cookie: string | undefined): RequestCaller | null;
  /** Call after sessions have ended. Resolves when their connections and upload links have ended too. */
  notifyEnded(): Promise<void>;
  close(): void;
}

export function watchSessions(o: {
  readonly database: AccountsDatabase;
  readonly issuer: string;
  readonly log: Log;
  readonly onEnded: () => Promise<void>;
}): Sessions {
  const { sqlite } = o.database;
  const open = sqlite.prepare<[string]>(`
    SELECT 1 FROM session s JOIN "user" u ON u.id = s.userId
    WHERE s.id = ? AND u.removedAt IS NULL`);
  const personOf = sqlite.prepare<[string], { userId: string; workspaceId: string | null }>(`
    SELECT u.id AS userId, u.workspaceId
    FROM session s JOIN "user" u ON u.id = s.userId
    WHERE s.token = ? AND u.removedAt IS NULL`);
  const commitsOfOthers = () => Number(sqlite.pragma("data_version", { simple: true }));
  let seen = commitsOfOthers();
  const poll = async () => {
    const now = commitsOfOthers();
    if (now === seen) return;
    await o.onEnded();
    seen = now;
  };
  const timer = setInterval(() => {
    poll().catch((error: unknown) =>
      o.log.error("sessions that another program ended could not be closed", {
        error: errorText(error),
      }),
    );
  }, POLL_MS);
  timer.unref();
  return {
    isOpen: (sessionId) => open.get(sessionId) !== undefined,
    callerOf: (cookie) => {
      const token = sessionToken(cookie);
      const person = token === null ? undefined : personOf.get(token);
      if (person === undefined) return null;
      const { userId: subject, workspaceId } = person;
      const { issuer } = o;
      const tokenIdentifier = `${issuer}|${subject}`;
      const workspace = workspaceId === null ? {} : { org_id: workspaceId };
      return { identity: { tokenIdentifier, subject, issuer, ...workspace } };
    },
    notifyEnded: o.onEnded,
    close: () => clearInterval(timer),
  };
}

/** The part of the cookie before its signature. */
function sessionToken(cookie: string | undefined): string | null {
  if (cookie === undefined) return null;
  const headers = new Headers({ cookie });
  const value = getSessionCookie(headers, { cookiePrefix: COOKIE_PREFIX });
  return value?.split(".")[0] ?? null;
}
