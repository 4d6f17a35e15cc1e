/** The server's account endpoints under /api/auth. */

/** An error response. `message` is for the user, `code` for the program. */
export class AccountsError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = "AccountsError";
  }
}

/** An error as a form shows it: at its field, or below the form. */
export interface FormError {
  readonly field: string | undefined;
  readonly message: string;
}

export function toFormError(error: unknown): FormError {
  if (error instanceof AccountsError) {
    return { field: error.field, message: error.message };
  }
  // fetch rejects with a TypeError when offline; anything else is a bug.
  if (!(error instanceof TypeError)) reportError(error);
  return {
    field: undefined,
    message: "The server could not be reached. Try again.",
  };
}

export type SignUpPolicy =
  | { readonly policy: "first" | "open" }
  | { readonly policy: "invited"; readonly invitedBy: string }
  | {
      readonly policy: "closed";
      readonly code: string;
      readonly message: string;
    };

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly inviteCode?: string;
}

/** An invitation is a link to the home page: "/?invite=CODE". */
export function inviteCodeFromUrl(): string | null {
  return new URLSearchParams(window.location.search).get("invite");
}

/** Reads who may sign up now, with an invitation code if there is one. */
export async function getSignUpPolicy(inviteCode: string | null): Promise<SignUpPolicy> {
  const query = inviteCode === null ? "" : `?invite=${encodeURIComponent(inviteCode)}`;
  return (await callAccounts(`/sign-up/policy${query}`)) as SignUpPolicy;
}

/** The URL of a single-use invitation to the user's workspace. */
export async function createInvitation(): Promise<string> {
  const { path } = (await postAccounts("/invitations", {})) as { path: string };
  return window.location.origin + path;
}

export function postAccounts(path: string, body: object): Promise<unknown> {
  return callAccounts(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The server's code for a request that it refused unprocessed, because too many people here are not signed in. */
const TOO_MANY_REQUESTS = "TooManyRequests";

/** Calls an endpoint, and waits and calls again if the server says that this address calls too often. */
export async function callAccounts(path: string, init: RequestInit = {}): Promise<unknown> {
  for (;;) {
    const response = await fetch(`/api/auth${path}`, {
      credentials: "same-origin",
      ...init,
    });
    const retryAfterMs = await retryAfterMsOf(response);
    if (retryAfterMs === null) return await readAnswer(response);
    // A random delay, so that the pages of an office do not all call again at once.
    const waitMs = retryAfterMs * (1 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The time in ms after which the server wants the call again; null if it does not. */
async function retryAfterMsOf(response: Response): Promise<number | null> {
  const seconds = response.headers.get("retry-after");
  if (response.status !== 429 || seconds === null) return null;
  const { code } = (await response.clone().json()) as { code?: unknown };
  return code === TOO_MANY_REQUESTS ? Number(seconds) * 1000 : null;
}

declare global {
  interface Window {
    /** The token request of public/connect.js. */
    earlyToken?: Promise<Response> | undefined;
  }
}

/**
 * The response to the token request that was sent while this code was loading. Null if there was none, or if it was
 * taken.
 */
export function takeEarlyToken(): Promise<unknown> | null {
  const early = window.earlyToken;
  window.earlyToken = undefined;
  return early?.then(readAnswer) ?? null;
}

async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { code, message, field } = body as Record<string, string | undefined>;
  throw new AccountsError(code ?? "INTERNAL", message ?? "Something went wrong. Try again.", field);
}
