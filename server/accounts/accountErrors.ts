/** The error responses of the account routes, with the sentences shown to people. */
import { HttpError } from "embedded-convex";

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly field?: "name" | "email" | "password" | "currentPassword" | "inviteCode";
  readonly retryAfterSeconds?: number;
}

const KNOWN = {
  NAME_REQUIRED: [400, "Enter your name.", "name"],
  NAME_TOO_LONG: [400, "The name may have at most 100 characters.", "name"],
  INVALID_EMAIL: [400, "Enter an e-mail address such as name@example.com.", "email"],
  PASSWORD_REQUIRED: [400, "Enter your password.", "password"],
  PASSWORD_TOO_SHORT: [400, "The password needs at least 8 characters.", "password"],
  PASSWORD_TOO_LONG: [400, "The password may have at most 128 characters.", "password"],
  CURRENT_PASSWORD_REQUIRED: [400, "Enter your current password.", "currentPassword"],
  CURRENT_PASSWORD_WRONG: [400, "The current password is wrong.", "currentPassword"],
  INVALID_REQUEST: [400, "The server did not understand this request."],
  INVALID_EMAIL_OR_PASSWORD: [401, "The e-mail or the password is wrong."],
  NOT_SIGNED_IN: [401, "You are signed out. Sign in and try again."],
  SIGN_UP_BY_INVITATION: [403, "Sign-up is by invitation. Ask a teammate for a link."],
  INVITATION_UNKNOWN: [
    403,
    "This invitation link is not valid. Ask a teammate for a new one.",
    "inviteCode",
  ],
  INVITATION_USED: [
    403,
    "This invitation was used already. Ask a teammate for a new link.",
    "inviteCode",
  ],
  INVITATION_EXPIRED: [
    403,
    "This invitation has expired. Ask a teammate for a new link.",
    "inviteCode",
  ],
  INVITATION_WITHDRAWN: [
    403,
    "This invitation was withdrawn. Ask a teammate for a new link.",
    "inviteCode",
  ],
  ACCOUNT_REMOVED: [
    403,
    "This account is no longer in a workspace. To come back, ask a teammate for an invitation, open its link and sign in there.",
  ],
  NOT_FOUNDER: [403, "Only the founder can hand over this role."],
  FOUNDER_STAYS: [403, "The founder cannot be removed, but can hand over this role."],
  FOUNDER_CANNOT_LEAVE: [403, "You are the founder. Hand over this role before you leave."],
  LAST_PERSON: [
    403,
    "You are the only person in this workspace. If you left, nobody could open its data again.",
  ],
  CROSS_ORIGIN: [403, "This request came from another site and was refused."],
  UNKNOWN_HOST: [
    403,
    "This server does not recognize this host name. Open it by its IP address, or set PUBLIC_URL to this name.",
  ],
  PERSON_NOT_FOUND: [404, "This person is no longer in your workspace."],
  INVITATION_NOT_OPEN: [404, "This invitation is no longer open."],
  NOT_FOUND: [404, "There is nothing at this address."],
  EMAIL_TAKEN: [409, "There is an account with this e-mail already. Sign in instead.", "email"],
  TOO_LARGE: [413, "This request is too large."],
  NOT_JSON: [415, "This request must be JSON."],
  TOO_MANY_ATTEMPTS: [429, "Too many attempts."],
  INTERNAL: [500, "Something went wrong. Try again."],
  DISK_FULL: [
    507,
    "The disk of the server is full or cannot be written, so nobody can sign in. Free some space on it, or tell the person who looks after it.",
  ],
  BUSY: [503, "The server is busy. Try again in a moment."],
} as const satisfies Record<string, readonly [number, string, ErrorBody["field"]?]>;

export type AccountErrorCode = keyof typeof KNOWN;

/** Better Auth's codes for the same errors. */
const ALIASES: Readonly<Record<string, AccountErrorCode>> = {
  USER_ALREADY_EXISTS: "EMAIL_TAKEN",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "EMAIL_TAKEN",
  UNAUTHORIZED: "NOT_SIGNED_IN",
  INVALID_PASSWORD: "CURRENT_PASSWORD_WRONG",
  INVALID_ORIGIN: "CROSS_ORIGIN",
  MISSING_OR_NULL_ORIGIN: "CROSS_ORIGIN",
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: "CROSS_ORIGIN",
  VALIDATION_ERROR: "INVALID_REQUEST",
};

export class AccountError extends HttpError {
  constructor(
    code: AccountErrorCode,
    readonly body: ErrorBody = errorBodyOf(code),
  ) {
    super(KNOWN[code][0], code, body.message);
  }
}

export function errorBodyOf(code: AccountErrorCode): ErrorBody {
  const [, message, field] = KNOWN[code] as readonly [number, string, ErrorBody["field"]?];
  return field === undefined ? { code, message } : { code, message, field };
}

export function tooManyAttempts(waitMs: number): AccountError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new AccountError("TOO_MANY_ATTEMPTS", {
    code: "TOO_MANY_ATTEMPTS",
    message: `Too many attempts. Try again in ${describeWait(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

/** Replaces Better Auth's messages, which are written for developers. */
export function betterAuthError(status: number, code: unknown): AccountError {
  if (typeof code === "string") {
    const own = ALIASES[code] ?? code;
    if (Object.hasOwn(KNOWN, own)) return new AccountError(own as AccountErrorCode);
  }
  if (status >= 500) return new AccountError("INTERNAL");
  return new AccountError(status === 401 ? "NOT_SIGNED_IN" : "INVALID_REQUEST");
}

function describeWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
