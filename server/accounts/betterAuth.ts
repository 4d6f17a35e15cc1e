/**
 * The configuration of Better Auth, which stores passwords, sessions and signing keys. Sign-up policy, rate limits and
 * origin checks are ours, in this folder.
 */
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { getMigrations } from "better-auth/db/migration";
import { jwt } from "better-auth/plugins";
import { errorText, type Log } from "embedded-convex";
import type { AccountsDatabase } from "./accountsDatabase";
import { ownOrigins } from "./origins";
import { passwordHashingQueue, QueueFullError } from "./passwordHashingQueue";
import type { SignUpPolicy } from "./signUpPolicy";

export const SIGNING_ALGORITHM = "RS256";
export const COOKIE_PREFIX = "downspout";
const DAY_SECONDS = 24 * 60 * 60;

export interface AuthOptions {
  readonly database: AccountsDatabase;
  readonly secret: string;
  readonly issuer: string;
  /** A getter, since the policy needs the tables that the migration creates. */
  readonly policy: () => SignUpPolicy;
  readonly log: Log;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(o: AuthOptions) {
  return betterAuth({ ...baseOptions(o), plugins: [signingKeys()] });
}

/** Adds missing tables and columns. Never changes existing ones. */
export async function migrateAccounts(o: AuthOptions): Promise<void> {
  const { runMigrations } = await getMigrations({
    ...baseOptions(o),
    plugins: [signingKeys()],
  });
  await runMigrations();
}

/** Creates and stores the signing key: signingKey.ts signs with it. */
function signingKeys() {
  return jwt({
    jwks: { keyPairConfig: { alg: SIGNING_ALGORITHM, modulusLength: 2048 } },
    disableSettingJwtHeader: true,
  });
}

function baseOptions(o: AuthOptions) {
  return {
    baseURL: o.issuer,
    basePath: "/api/auth",
    // Explicit, so that no environment variable overrides them.
    secret: o.secret,
    secrets: [{ version: 1, value: o.secret }],
    database: { db: o.database.kysely, type: "sqlite", transaction: true },
    telemetry: { enabled: false },
    // Unexpected errors are thrown to accountRoutes, which logs them.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    trustedOrigins: (request) => ownOrigins(request?.headers.get("host") ?? undefined, o.issuer),
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: passwordHashing(),
    },
    user: {
      additionalFields: {
        admission: hiddenText({ unique: true }),
        workspaceId: hiddenText({}),
        removedAt: { ...HIDDEN, type: "number" },
      },
    },
    databaseHooks: admissionHooks(o),
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: o.issuer.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      // Explicit: Better Auth disables both checks when it detects a test run.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    logger: logger(o.log),
  } satisfies BetterAuthOptions;
}

function admissionHooks(o: AuthOptions) {
  return {
    user: {
      create: {
        before: (user, context) =>
          Promise.resolve({
            data: { ...user, ...admit(o.policy(), context?.body) },
          }),
      },
    },
    session: {
      create: {
        // After the password was verified, so that only its owner learns of the removal.
        before: ({ userId }) =>
          o.policy().isRemoved(userId)
            ? Promise.reject(new APIError("FORBIDDEN", { code: "ACCOUNT_REMOVED" }))
            : Promise.resolve(),
      },
    },
  } satisfies BetterAuthOptions["databaseHooks"];
}

/** Stored with the user; never read from a request, never sent in a response. */
const HIDDEN = { required: false, input: false, returned: false } as const;

function hiddenText(o: { unique?: boolean }) {
  return { ...HIDDEN, type: "string", ...o } as const;
}

/** Runs inside the transaction that creates the account. */
function admit(policy: SignUpPolicy, body: unknown) {
  const { inviteCode } = (body ?? {}) as { inviteCode?: string };
  const decision = policy.decide(inviteCode ?? null);
  if (decision.policy === "closed") {
    throw new APIError("FORBIDDEN", { code: decision.refusal });
  }
  return decision.admission;
}

function passwordHashing() {
  const queue = passwordHashingQueue();
  const refuseWhenBusy = (error: unknown): never => {
    if (error instanceof QueueFullError) {
      throw new APIError("SERVICE_UNAVAILABLE", { code: "BUSY" });
    }
    throw error;
  };
  return {
    hash: (password: string) => queue.hash(password).catch(refuseWhenBusy),
    verify: (given: { hash: string; password: string }) =>
      queue.verify(given).catch(refuseWhenBusy),
  };
}

/** Errors only: lower levels contain e-mail addresses, which must not be logged. */
function logger(log: Log) {
  return {
    level: "error" as const,
    log: (_level: string, message: string, ...rest: unknown[]) => {
      const error = rest.find((value) => value instanceof Error);
      log.error(`Accounts: ${message}`, error ? { error: errorText(error) } : {});
    },
  };
}
