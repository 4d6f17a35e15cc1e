import {
  AccountsError,
  callAccounts,
  createInvitation,
  getSignUpPolicy,
  postAccounts,
} from "./accountsApi";
import { decodeToken } from "./decodeToken";
import { readLocal, writeLocal } from "./safeStorage";
import type {
  AccountsClient,
  AccountsState,
  Session,
  SessionUser,
} from "./session";

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 16_000;
/** A token is replaced this long before it expires. */
const EXPIRY_LEEWAY_MS = 2000;
const CHANNEL = "downspout-session";
/**
 * Set while a user is signed in. Without it the client asks /get-session first,
 * because /token answers 401 to visitors, which browsers log as an error.
 */
const SIGNED_IN_KEY = "downspout-signed-in";

export function createAccountsClient(): AccountsClient {
  const otherTabs = new BroadcastChannel(CHANNEL);
  const tokens = new TokenCache(applyToken);
  const store = new StateStore(newState({ status: "loading" }));

  function newState(session: Session): AccountsState {
    return { session, fetchToken: (options) => tokens.fetch(options) };
  }

  function applyToken(next: string | null) {
    writeLocal(SIGNED_IN_KEY, next === null ? null : "yes");
    const user = next === null ? null : decodeToken(next);
    const before = store.state.session;
    if (user === null) {
      if (before.status !== "signedOut") {
        store.set({ ...store.state, session: { status: "signedOut" } });
      }
    } else if (before.status !== "signedIn") {
      store.set(newState({ status: "signedIn", user: toUser(user) }));
    } else if (before.user.id !== user.id) {
      // Another user signed in in another tab: drop everything on this page.
      window.location.reload();
    }
  }

  async function authenticate(path: string, body: object) {
    await postAccounts(path, body);
    writeLocal(SIGNED_IN_KEY, "yes");
    otherTabs.postMessage("changed");
    // A token request in flight was sent before the sign-in.
    await tokens.pending;
    const before = store.state;
    await tokens.refresh();
    // Already signed in: the backend may have rejected the last token.
    if (store.state === before) store.set(newState({ ...before.session }));
  }

  async function endSession(path: string) {
    await withoutSignedInFlag(() => postAccounts(path, {}));
    tokens.set(null);
    otherTabs.postMessage("changed");
  }

  const client: AccountsClient = {
    state: () => store.state,
    subscribe: (listener) => store.subscribe(listener),
    refresh: () => tokens.refresh(),
    signUpPolicy: getSignUpPolicy,
    signIn: (account) => authenticate("/sign-in/email", account),
    signUp: (account) => authenticate("/sign-up/email", account),
    signOut: () => endSession("/sign-out"),
    signOutEverywhere: () => endSession("/sign-out-everywhere"),
    leaveTeam: () => endSession("/team/leave"),
    invite: createInvitation,
  };

  otherTabs.addEventListener("message", () => void client.refresh());
  void client.refresh();
  return client;
}

class StateStore {
  state: AccountsState;
  readonly #listeners = new Set<() => void>();

  constructor(state: AccountsState) {
    this.state = state;
  }

  set(state: AccountsState) {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The token of the Convex client, null when signed out. */
class TokenCache {
  /** The request in flight, or null. */
  pending: Promise<string | null> | null = null;
  #token: string | null = null;
  readonly #onChange: (token: string | null) => void;

  constructor(onChange: (token: string | null) => void) {
    this.#onChange = onChange;
  }

  /** The current token while it is valid, else a new one. Concurrent calls share one request. */
  fetch(options: { readonly forceRefreshToken: boolean }) {
    const current = this.#token === null ? null : decodeToken(this.#token);
    const isValid =
      current !== null && current.expiresAt > Date.now() + EXPIRY_LEEWAY_MS;
    if (isValid && !options.forceRefreshToken)
      return Promise.resolve(this.#token);
    this.pending ??= this.#request().finally(() => (this.pending = null));
    return this.pending;
  }

  async refresh(): Promise<void> {
    await this.fetch({ forceRefreshToken: true });
  }

  set(token: string | null) {
    this.#token = token;
    this.#onChange(token);
  }

  async #request(): Promise<string | null> {
    const token = await retryUntilReached(requestToken);
    this.set(token);
    return token;
  }
}

function toUser({ id, name, email }: SessionUser): SessionUser {
  return { id, name, email };
}

/**
 * The server closes the Convex client's connection before it responds, and the
 * client then fetches a token: not by a request that would be a 401.
 */
async function withoutSignedInFlag(end: () => Promise<unknown>) {
  const wasSignedIn = readLocal(SIGNED_IN_KEY);
  writeLocal(SIGNED_IN_KEY, null);
  try {
    await end();
  } catch (error) {
    writeLocal(SIGNED_IN_KEY, wasSignedIn);
    throw error;
  }
}

/** Retries with backoff while `request` resolves to undefined (unreachable). */
async function retryUntilReached<T>(
  request: () => Promise<T | undefined>,
): Promise<T> {
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(ms * 2, MAX_RETRY_MS)) {
    const answer = await request();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** A new token, null when signed out, undefined when the request failed. */
async function requestToken(): Promise<string | null | undefined> {
  try {
    const isLikelySignedIn = readLocal(SIGNED_IN_KEY) !== null;
    if (!isLikelySignedIn && (await callAccounts("/get-session")) === null) {
      return null;
    }
    const { token } = (await callAccounts("/token")) as { token: string };
    return token;
  } catch (error) {
    if (error instanceof AccountsError && error.code === "NOT_SIGNED_IN") {
      return null;
    }
    return undefined;
  }
}
