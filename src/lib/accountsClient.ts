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
  const listeners = new Set<() => void>();
  const otherTabs = new BroadcastChannel(CHANNEL);
  let token: string | null = null;
  let pendingToken: Promise<string | null> | null = null;
  let state: AccountsState = newState({ status: "loading" });

  function newState(session: Session): AccountsState {
    return { session, fetchToken: (options) => fetchToken(options) };
  }

  function setState(next: AccountsState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /**
   * The current token while it is valid, else a new one; null when signed out.
   * Concurrent calls share one request.
   */
  function fetchToken(options: { readonly forceRefreshToken: boolean }) {
    const current = token === null ? null : decodeToken(token);
    const isValid =
      current !== null && current.expiresAt > Date.now() + EXPIRY_LEEWAY_MS;
    if (isValid && !options.forceRefreshToken) return Promise.resolve(token);
    pendingToken ??= requestNewToken().finally(() => (pendingToken = null));
    return pendingToken;
  }

  async function requestNewToken(): Promise<string | null> {
    const answer = await retryUntilReached(requestToken);
    applyToken(answer);
    return answer;
  }

  function applyToken(next: string | null) {
    token = next;
    writeLocal(SIGNED_IN_KEY, next === null ? null : "yes");
    const user = next === null ? null : decodeToken(next);
    const before = state.session;
    if (user === null) {
      if (before.status !== "signedOut") {
        setState({ ...state, session: { status: "signedOut" } });
      }
    } else if (before.status !== "signedIn") {
      setState(newState({ status: "signedIn", user: toUser(user) }));
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
    await pendingToken;
    const before = state;
    await fetchToken({ forceRefreshToken: true });
    // Already signed in: the backend may have rejected the last token.
    if (state === before) setState(newState({ ...state.session }));
  }

  const client: AccountsClient = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: async () => {
      await fetchToken({ forceRefreshToken: true });
    },
    signUpPolicy: getSignUpPolicy,
    signIn: (email, password) =>
      authenticate("/sign-in/email", { email, password }),
    signUp: (account) => authenticate("/sign-up/email", account),
    signOut: async () => {
      await postAccounts("/sign-out", {});
      applyToken(null);
      otherTabs.postMessage("changed");
    },
    invite: createInvitation,
  };

  otherTabs.addEventListener("message", () => void client.refresh());
  void client.refresh();
  return client;
}

function toUser({ id, name, email }: SessionUser): SessionUser {
  return { id, name, email };
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
