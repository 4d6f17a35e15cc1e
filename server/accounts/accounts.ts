/**
 * The accounts of this server: sign-up, sign-in, sessions, invitations and identity tokens, at /api/auth. Better Auth
 * implements them behind an allow-list of the routes below; every other path is a 404.
 *
 * Same origin, JSON, `cache-control: no-store`. The session is an HttpOnly cookie (30 days, renewed daily); sign-in and
 * sign-up end the session whose cookie they were sent. Errors are
 * `{code, message, field?, retryAfterSeconds?}`: people read `message`, programs read `code`.
 *
 *   GET  sign-up/policy[?invite=CODE]  {policy:"first"|"open"} | {policy:"invited", invitedBy} |
 *        {policy:"closed", code, message}, also for an invalid CODE if sign-up is open
 *   POST sign-up/email {name, email, password, inviteCode?}   {token, user:{id, name, email}} and the cookie
 *        400 NAME_REQUIRED NAME_TOO_LONG INVALID_EMAIL PASSWORD_TOO_SHORT PASSWORD_TOO_LONG INVALID_REQUEST
 *        403 SIGN_UP_BY_INVITATION INVITATION_UNKNOWN INVITATION_USED INVITATION_WITHDRAWN INVITATION_EXPIRED
 *        409 EMAIL_TAKEN · 429 TOO_MANY_ATTEMPTS
 *   POST sign-in/email {email, password, inviteCode?}   {token, user} and the cookie; with a code for a removed person
 *        400 INVALID_EMAIL PASSWORD_REQUIRED INVALID_REQUEST · 401 INVALID_EMAIL_OR_PASSWORD · 403 ACCOUNT_REMOVED
 *        INVITATION_* · 429 TOO_MANY_ATTEMPTS
 *   GET  get-session       {session:{expiresAt}, user} | null
 *   GET  jwks              {keys}
 *   POST sign-out {}       {success:true}
 *
 * With a session, else 401 NOT_SIGNED_IN:
 *
 *   GET  token             {token}: RS256, audience "convex", 15 min, claims sub, sid, name, email, org_id?
 *   POST sign-out-everywhere {}      {success:true}: ends all sessions of this person
 *   POST change-password {currentPassword, newPassword}   {}: ends the person's other sessions
 *        400 CURRENT_PASSWORD_REQUIRED CURRENT_PASSWORD_WRONG PASSWORD_TOO_SHORT PASSWORD_TOO_LONG
 *        429 TOO_MANY_ATTEMPTS
 *   GET  team              {founderId, people:[{id, name, email}], invitations:[{id, invitedBy, expiresAt: epoch ms}],
 *                          history:[{at: epoch ms, kind, byName, personName?}]}
 *   POST team/remove {personId}      {} · 403 FOUNDER_STAYS · 404 PERSON_NOT_FOUND
 *   POST team/leave {}               {} · 403 FOUNDER_CANNOT_LEAVE LAST_PERSON
 *   POST team/hand-over {personId}   {} · 403 NOT_FOUNDER · 404 PERSON_NOT_FOUND
 *   POST invitations {}    {path:"/?invite=CODE", expiresAt: epoch ms} · 429 TOO_MANY_ATTEMPTS
 *   POST invitations/withdraw {invitationId}   {} · 404 INVITATION_NOT_OPEN
 *
 *   any  403 CROSS_ORIGIN UNKNOWN_HOST · 404 NOT_FOUND · 413 TOO_LARGE · 415 NOT_JSON
 *        429 TooManyRequests (without a session; with Retry-After) · 500 INTERNAL · 503 BUSY · 507 DISK_FULL
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { JSONWebKeySet } from "jose";
import { copyOnline, type Log, type Route } from "embedded-convex";
import type { SignUps } from "../config";
import { secretFile } from "./secretFile";
import { openAccountsDatabase, type AccountsDatabase } from "./accountsDatabase";
import { accountRoutes } from "./accountRoutes";
import { createAuth, migrateAccounts, type AuthOptions } from "./betterAuth";
import { watchSessions } from "./sessions";
import { SessionTokens } from "./sessionTokens";
import { openSigningKey } from "./signingKey";
import { signUpPolicy } from "./signUpPolicy";
import { Team, type FormerPerson } from "./team";

export interface AccountsOptions {
  readonly dataDir: string;
  /** This server's origin. */
  readonly issuer: string;
  readonly signUps: SignUps;
  readonly log: Log;
  readonly clock?: () => number;
  readonly tokenLifetimeSeconds?: number;
  /**
   * Called when sessions may have ended: `isSessionOpen` tells which. The request that ended them gets its response
   * after this resolves; it must not reject.
   */
  readonly onSessionsEnded?: () => Promise<void>;
  /** Called when the disk fails. Must end the process before it returns. */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

export interface Accounts {
  /** All below /api/auth. */
  readonly routes: readonly Route[];
  /** The public keys of the issued tokens. */
  keys(): Promise<JSONWebKeySet>;
  /** Whether tokens of this session, named by their claim `sid`, are still valid. */
  isSessionOpen(sessionId: string): boolean;
  /** The people who left a workspace or were removed from it since the time `at`. */
  formerPeopleSince(at: number): readonly FormerPerson[];
  /** Writes a consistent copy of the database. */
  copyDatabase(to: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** @throws StartupError if the folder or its files cannot be used. */
export async function openAccounts(o: AccountsOptions): Promise<Accounts> {
  mkdirSync(o.dataDir, { recursive: true, mode: 0o700 });
  const secret = secretFile(path.join(o.dataDir, "accounts.secret"));
  const database = openAccountsDatabase(path.join(o.dataDir, "accounts.db"), o.onLost);
  try {
    return await migrateAndStart(o, database, secret);
  } catch (error) {
    database.sqlite.close();
    throw error;
  }
}

async function migrateAndStart(
  o: AccountsOptions,
  database: AccountsDatabase,
  secret: string,
): Promise<Accounts> {
  const { log, clock = Date.now } = o;
  const options: AuthOptions = {
    database,
    secret,
    issuer: o.issuer,
    // A getter: it is not called before the migration has created the tables.
    policy: () => policy,
    log,
  };
  await migrateAccounts(options);
  const policy = signUpPolicy({ database, signUps: o.signUps, clock });
  const auth = createAuth(options);
  const key = await openSigningKey(auth, log);
  const tokens = new SessionTokens({
    key,
    issuer: o.issuer,
    lifetimeSeconds: o.tokenLifetimeSeconds ?? 15 * 60,
    clock,
  });
  const team = new Team({ database, policy, clock });
  const { onSessionsEnded: onEnded = () => Promise.resolve() } = o;
  const sessions = watchSessions({ ...o, database, onEnded });
  const { keySet } = key;
  const parts = { auth, policy, team, sessions, tokens, keySet, clock };
  return {
    routes: accountRoutes({ ...options, ...parts }),
    keys: () => Promise.resolve(keySet),
    isSessionOpen: (sessionId) => sessions.isOpen(sessionId),
    formerPeopleSince: (at) => team.formerSince(at),
    copyDatabase: (to, signal) => copyOnline(database.sqlite, to, { signal }),
    close: () => {
      sessions.close();
      database.sqlite.close();
    },
  };
}
