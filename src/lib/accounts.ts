import { readLocal, writeLocal } from "./safeStorage";
import { decodeToken } from "./decodeToken";
import type { Session, SessionUser } from "./session";

/** A refusal of /api/auth: the sentence is for the person, the code for us. */
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

type FetchToken = (options: {
  readonly forceRefreshToken: boolean;
}) => Promise<string | null>;

export interface AccountsState {
  readonly session: Session;
  /** Another function after each sign-in, so that the backend is told the new token. */
  readonly fetchToken: FetchToken;
}

/** The accounts that our own server keeps, seen from one page. */
export interface AccountsClient {
  readonly state: () => AccountsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks the server who is signed in; it may have ended elsewhere. */
  readonly recheck: () => Promise<void>;
  readonly policy: (inviteCode: string | null) => Promise<SignUpPolicy>;
  readonly signIn: (email: string, password: string) => Promise<void>;
  readonly signUp: (account: NewAccount) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** The address that joins a teammate to this workspace, once. */
  readonly invite: () => Promise<string>;
}

/** An invitation is a link to the home page: "/?invite=CODE". */
export function inviteCodeInAddress(): string | null {
  return new URLSearchParams(window.location.search).get("invite");
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 16_000;
const CHANNEL = "downspout-session";
/** Kept while somebody is signed in: they are asked for their token at once, others are not refused one. */
const SIGNED_IN_KEY = "downspout-signed-in";

export function createAccountsClient(): AccountsClient {
  const listeners = new Set<() => void>();
  const otherTabs = new BroadcastChannel(CHANNEL);
  let token: string | null = null;
  let asking: Promise<string | null> | null = null;
  let state: AccountsState = newState({ status: "loading" });

  function newState(session: Session): AccountsState {
    return { session, fetchToken: (options) => fetchToken(options) };
  }

  function setState(next: AccountsState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /** The token in hand while it is good, else a new one; null when signed out. Waits while the server cannot be reached. */
  function fetchToken(options: { readonly forceRefreshToken: boolean }) {
    const inHand = token === null ? null : decodeToken(token);
    const isGood = inHand !== null && inHand.expiresAt > Date.now() + 2000;
    if (isGood && !options.forceRefreshToken) return Promise.resolve(token);
    asking ??= askForToken().finally(() => (asking = null));
    return asking;
  }

  async function askForToken(): Promise<string | null> {
    for (
      let wait = FIRST_RETRY_MS;
      ;
      wait = Math.min(wait * 2, LAST_RETRY_MS)
    ) {
      const answer = await requestToken();
      if (answer !== undefined) {
        take(answer);
        return answer;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  function take(answer: string | null) {
    token = answer;
    writeLocal(SIGNED_IN_KEY, answer === null ? null : "yes");
    const user = answer === null ? null : decodeToken(answer);
    const before = state.session;
    if (user === null) {
      if (before.status !== "signedOut") {
        setState({ ...state, session: { status: "signedOut" } });
      }
    } else if (before.status !== "signedIn") {
      setState(newState({ status: "signedIn", user: toUser(user) }));
    } else if (before.user.id !== user.id) {
      // Somebody else signed in in another tab: nothing of the first may stay.
      window.location.reload();
    }
  }

  async function begin(path: string, body: object) {
    await post(path, body);
    writeLocal(SIGNED_IN_KEY, "yes");
    otherTabs.postMessage("changed");
    // An answer that is still on its way is from before.
    await asking;
    const before = state;
    await fetchToken({ forceRefreshToken: true });
    // Signed in all along: the backend may have refused the last token.
    if (state === before) setState(newState({ ...state.session }));
  }

  const accounts: AccountsClient = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recheck: async () => {
      await fetchToken({ forceRefreshToken: true });
    },
    policy: (inviteCode) =>
      call(
        `/sign-up/policy${inviteCode === null ? "" : `?invite=${encodeURIComponent(inviteCode)}`}`,
      ) as Promise<SignUpPolicy>,
    signIn: (email, password) => begin("/sign-in/email", { email, password }),
    signUp: (account) => begin("/sign-up/email", account),
    signOut: async () => {
      await post("/sign-out", {});
      take(null);
      otherTabs.postMessage("changed");
    },
    invite: async () => {
      const { path } = (await post("/invitations", {})) as { path: string };
      return window.location.origin + path;
    },
  };

  otherTabs.addEventListener("message", () => void accounts.recheck());
  void accounts.recheck();
  return accounts;
}

function toUser({ id, name, email }: SessionUser): SessionUser {
  return { id, name, email };
}

/** The answer of the server, or undefined where there was none. */
async function requestToken(): Promise<string | null | undefined> {
  try {
    const isLikely = readLocal(SIGNED_IN_KEY) !== null;
    if (!isLikely && (await call("/get-session")) === null) return null;
    const { token } = (await call("/token")) as { token: string };
    return token;
  } catch (error) {
    if (error instanceof AccountsError && error.code === "NOT_SIGNED_IN") {
      return null;
    }
    return undefined;
  }
}

function post(path: string, body: object): Promise<unknown> {
  return call(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`/api/auth${path}`, {
    credentials: "same-origin",
    ...init,
  });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { code, message, field } = body as Record<string, string | undefined>;
  throw new AccountsError(
    code ?? "INTERNAL",
    message ?? "Something went wrong. Try again.",
    field,
  );
}
