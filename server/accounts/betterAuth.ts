/**
 * How Better Auth is set up here. It keeps the passwords, sessions and signing keys; who may sign up, how often one may try and
 * which site may ask are decided in the files beside this one.
 */
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { getMigrations } from "better-auth/db/migration";
import { jwt } from "better-auth/plugins";
import { errorText, type Log } from "embedded-convex";
import type { AccountsDatabase } from "./accountsDatabase";
import { ownOrigins } from "./origins";
import { passwordWork, TooBusy } from "./passwordWork";
import type { SignUpPolicy } from "./signUpPolicy";

export const AUDIENCE = "convex";
const A_DAY_SECONDS = 24 * 60 * 60;

export interface AuthOptions {
  readonly database: AccountsDatabase;
  readonly secret: string;
  readonly issuer: string;
  readonly tokenLifetimeSeconds: number;
  /** Asked when the first account is made, which is after the tables are. */
  readonly policy: () => SignUpPolicy;
  readonly log: Log;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(o: AuthOptions) {
  return betterAuth({ ...baseOptions(o), plugins: [tokens(o)] });
}

/** Makes missing tables and columns; changes none that is there. */
export async function migrateAccounts(o: AuthOptions): Promise<void> {
  const { runMigrations } = await getMigrations({
    ...baseOptions(o),
    plugins: [tokens(o)],
  });
  await runMigrations();
}

function tokens(o: AuthOptions) {
  return jwt({
    jwks: { keyPairConfig: { alg: "RS256", modulusLength: 2048 } },
    jwt: {
      issuer: o.issuer,
      audience: AUDIENCE,
      expirationTime: `${o.tokenLifetimeSeconds}s`,
      definePayload: ({ user }) => {
        const workspaceId = o.policy().workspaceOf(user.id);
        return {
          name: user.name,
          email: user.email,
          ...(workspaceId === null ? {} : { org_id: workspaceId }),
        };
      },
    },
    disableSettingJwtHeader: true,
  });
}

function baseOptions(o: AuthOptions) {
  return {
    baseURL: o.issuer,
    basePath: "/api/auth",
    // Named here so that no variable of the environment takes their place.
    secret: o.secret,
    secrets: [{ version: 1, value: o.secret }],
    database: { db: o.database.kysely, type: "sqlite", transaction: true },
    telemetry: { enabled: false },
    // What is no refusal but a fault comes out of the handler, to be logged and answered where all faults are.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    trustedOrigins: (request) =>
      ownOrigins(request?.headers.get("host") ?? undefined, o.issuer),
    session: { expiresIn: 30 * A_DAY_SECONDS, updateAge: A_DAY_SECONDS },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: guardedPasswordWork(),
    },
    user: {
      additionalFields: {
        admission: hiddenText({ unique: true }),
        workspaceId: hiddenText({}),
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: (user, context) =>
            Promise.resolve({
              data: { ...user, ...admit(o.policy(), context?.body) },
            }),
        },
      },
    },
    advanced: {
      cookiePrefix: "downspout",
      useSecureCookies: o.issuer.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      // Said aloud, because Better Auth leaves both checks out where it believes itself under test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    logger: logger(o.log),
  } satisfies BetterAuthOptions;
}

/** Kept with the user, never taken from a request and never sent to one. */
function hiddenText(o: { unique?: boolean }) {
  return {
    type: "string",
    required: false,
    input: false,
    returned: false,
    ...o,
  } as const;
}

/** Runs inside the transaction that makes the account: the decision and the row are one. */
function admit(policy: SignUpPolicy, body: unknown) {
  const { inviteCode } = (body ?? {}) as { inviteCode?: string };
  const decision = policy.decide(inviteCode ?? null);
  if (decision.policy === "closed") {
    throw new APIError("FORBIDDEN", { code: decision.refusal });
  }
  return decision.admission;
}

function guardedPasswordWork() {
  const work = passwordWork();
  const refuseWhenBusy = (error: unknown): never => {
    if (error instanceof TooBusy) {
      throw new APIError("SERVICE_UNAVAILABLE", { code: "BUSY" });
    }
    throw error;
  };
  return {
    hash: (password: string) => work.hash(password).catch(refuseWhenBusy),
    verify: (given: { hash: string; password: string }) =>
      work.verify(given).catch(refuseWhenBusy),
  };
}

/** Only errors: what Better Auth says below that names e-mail addresses, which have no place in a log. */
function logger(log: Log) {
  return {
    level: "error" as const,
    log: (_level: string, message: string, ...rest: unknown[]) => {
      const error = rest.find((value) => value instanceof Error);
      log.error(
        `Accounts: ${message}`,
        error ? { error: errorText(error) } : {},
      );
    },
  };
}
