/** Everything that the account routes refuse, with the sentence that a person reads. Holds no rule on when. */

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: "name" | "email" | "password" | "inviteCode";
  readonly retryAfterSeconds?: number;
}

const KNOWN = {
  NAME_REQUIRED: [400, "Enter your name.", "name"],
  NAME_TOO_LONG: [400, "The name may have at most 100 characters.", "name"],
  INVALID_EMAIL: [
    400,
    "Enter an e-mail address such as name@example.com.",
    "email",
  ],
  PASSWORD_REQUIRED: [400, "Enter your password.", "password"],
  PASSWORD_TOO_SHORT: [
    400,
    "The password needs at least 8 characters.",
    "password",
  ],
  PASSWORD_TOO_LONG: [
    400,
    "The password may have at most 128 characters.",
    "password",
  ],
  INVALID_REQUEST: [400, "The server did not understand this request."],
  INVALID_EMAIL_OR_PASSWORD: [401, "The e-mail or the password is wrong."],
  NOT_SIGNED_IN: [401, "You are signed out. Sign in and try again."],
  SIGN_UP_BY_INVITATION: [
    403,
    "Sign-up is by invitation. Ask a teammate for a link.",
  ],
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
  CROSS_ORIGIN: [403, "This request came from another site and was refused."],
  UNKNOWN_HOST: [
    403,
    "This server does not know itself by this name. Open it by its address, or set PUBLIC_URL to the name.",
  ],
  NOT_FOUND: [404, "There is nothing at this address."],
  EMAIL_TAKEN: [
    409,
    "There is an account with this e-mail already. Sign in instead.",
    "email",
  ],
  TOO_LARGE: [413, "This request is too large."],
  NOT_JSON: [415, "This request must be JSON."],
  TOO_MANY_ATTEMPTS: [429, "Too many attempts."],
  INTERNAL: [500, "Something went wrong. Try again."],
  BUSY: [503, "The server is busy. Try again in a moment."],
} as const satisfies Record<
  string,
  readonly [number, string, Refusal["field"]?]
>;

export type RefusalCode = keyof typeof KNOWN;

/** What Better Auth calls by another name. */
const ALIASES: Readonly<Record<string, RefusalCode>> = {
  USER_ALREADY_EXISTS: "EMAIL_TAKEN",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "EMAIL_TAKEN",
  UNAUTHORIZED: "NOT_SIGNED_IN",
  INVALID_PASSWORD: "PASSWORD_REQUIRED",
  INVALID_ORIGIN: "CROSS_ORIGIN",
  MISSING_OR_NULL_ORIGIN: "CROSS_ORIGIN",
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: "CROSS_ORIGIN",
  VALIDATION_ERROR: "INVALID_REQUEST",
};

/** Thrown wherever a request is refused, and answered in one place. */
export class Refused extends Error {
  readonly status: number;
  constructor(
    code: RefusalCode,
    readonly refusal: Refusal = refusalOf(code),
  ) {
    super(code);
    this.name = "Refused";
    this.status = KNOWN[code][0];
  }
}

export function refusalOf(code: RefusalCode): Refusal {
  const [, message, field] = KNOWN[code] as readonly [
    number,
    string,
    Refusal["field"]?,
  ];
  return field === undefined ? { code, message } : { code, message, field };
}

export function tooManyAttempts(waitMs: number): Refused {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new Refused("TOO_MANY_ATTEMPTS", {
    code: "TOO_MANY_ATTEMPTS",
    message: `Too many attempts. Try again in ${describeWait(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

/** The refusal for an answer of Better Auth's, whose own sentences are for developers. */
export function refusedByBetterAuth(status: number, code: unknown): Refused {
  if (typeof code === "string") {
    const own = ALIASES[code] ?? code;
    if (Object.hasOwn(KNOWN, own)) return new Refused(own as RefusalCode);
  }
  if (status >= 500) return new Refused("INTERNAL");
  return new Refused(status === 401 ? "NOT_SIGNED_IN" : "INVALID_REQUEST");
}

function describeWait(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
