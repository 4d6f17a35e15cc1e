import {
  AccountsError,
  callAccounts,
  createInvitation,
  getSignUpPolicy,
  postAccounts,
  takeEarlyToken,
} from "./accountsApi";
import { withTokenLimit } from "@/lib/connection/untilOnline";
import { decodeToken } from "./decodeToken";
import { duringTokenRequest } from "@/lib/connection/tokenRequests";
import {
  isSamePerson,
  isSignOutDue,
  readRememberedPerson,
  rememberPerson,
  setSignOutDue,
} from "./rememberedPerson";
import { readLocal, writeLocal } from "@/lib/safeStorage";
import { SharedValue } from "@/lib/SharedValue";
import { SessionEnd } from "./SessionEnd";
import { TokenCache } from "./TokenCache";
import type { AccountsClient, AccountsState, Session, SessionUser } from "./session";

const CHANNEL = "downspout-session";
/** The message to other tabs that the session has changed. */
const CHANGED = "changed";
const SIGNED_OUT = "signed out";
/**
 * Set while a user is signed in. Without it the client asks /get-session first,
 * because /token answers 401 to visitors, which browsers log as an error.
 */
const SIGNED_IN_KEY = "downspout-signed-in";

export function createAccountsClient(): AccountsClient {
  const otherTabs = new BroadcastChannel(CHANNEL);
  const tokens = new TokenCache(requestToken, applyToken);
  const { store, sessionEnd, ...session } = sessionState(fetchToken);

  /** Stays pending while the page keeps unsaved text after the session's end, so the Convex client keeps its data. */
  function fetchToken(options: { readonly forceRefreshToken: boolean }) {
    return duringTokenRequest(async () => {
      const token = await tokens.fetch(options);
      if (token === null) await sessionEnd.settled();
      return token ?? tokens.current;
    });
  }

  function applyToken(next: string | null) {
    writeLocal(SIGNED_IN_KEY, next === null ? null : "yes");
    const user = toUser(next === null ? null : decodeToken(next));
    rememberPerson(user);
    if (user === null) sessionEnd.end();
    else session.accept(user);
  }

  otherTabs.addEventListener("message", ({ data }) => {
    sessionEnd.isSignOut = data === SIGNED_OUT;
    if (isSignOutDue()) tokens.set(null);
    void tokens.refresh();
  });
  void tokens.refresh();
  return {
    state: store.get,
    subscribe: store.subscribe,
    refresh: () => tokens.refresh(),
    signUpPolicy: getSignUpPolicy,
    invite: createInvitation,
    ...signInCalls({ ...session, tokens, otherTabs, state: store.get }),
    ...signOutCalls({ tokens, otherTabs, sessionEnd }),
  };
}

function sessionState(fetchToken: AccountsState["fetchToken"]) {
  const newState = (session: Session): AccountsState => ({
    session,
    fetchToken: (options) => fetchToken(options),
  });
  const store = new SharedValue(newState(firstSession()));
  const sessionEnd = new SessionEnd(store);

  /** The server has accepted the person's session. */
  const accept = (user: SessionUser) => {
    const before = store.get().session;
    const session = sessionOf(user, before);
    if (session === before) sessionEnd.resume();
    else if (before.status === "signedIn") store.set({ ...store.get(), session });
    else store.set(newState(session));
  };
  /** Makes the Convex client fetch a token. */
  const authenticateAgain = () => store.set(newState({ ...store.get().session }));
  return { store, sessionEnd, accept, authenticateAgain };
}

interface SignInParts {
  readonly tokens: TokenCache;
  readonly otherTabs: BroadcastChannel;
  readonly state: () => AccountsState;
  readonly authenticateAgain: () => void;
}

function signInCalls({
  tokens,
  otherTabs,
  state,
  authenticateAgain,
}: SignInParts): Pick<AccountsClient, "signIn" | "signUp"> {
  async function authenticate(path: string, body: object) {
    await completeSignOut();
    await postAccounts(path, body);
    writeLocal(SIGNED_IN_KEY, "yes");
    otherTabs.postMessage(CHANGED);
    // A token request in flight was sent before the sign-in.
    await tokens.pending;
    const before = state().fetchToken;
    await tokens.refresh();
    // Already signed in: the backend may have rejected the last token.
    if (state().fetchToken === before) authenticateAgain();
  }

  return {
    signIn: (account) => authenticate("/sign-in/email", account),
    signUp: (account) => authenticate("/sign-up/email", account),
  };
}

interface SignOutParts {
  readonly tokens: TokenCache;
  readonly otherTabs: BroadcastChannel;
  readonly sessionEnd: SessionEnd;
}

function signOutCalls({
  tokens,
  otherTabs,
  sessionEnd,
}: SignOutParts): Pick<AccountsClient, "signOut" | "signOutEverywhere" | "leaveTeam"> {
  async function end(request: () => Promise<unknown>) {
    await sessionEnd.signOut(async () => {
      await request();
      tokens.set(null);
    });
    otherTabs.postMessage(SIGNED_OUT);
  }

  const endSession = (path: string) => end(() => withoutSignedInFlag(() => postAccounts(path, {})));

  /** Without signal this device forgets the person, and the server's session ends at the next contact. */
  const signOut = () =>
    endSession("/sign-out").catch(async (error: unknown) => {
      if (error instanceof AccountsError) throw error;
      setSignOutDue(true);
      await end(() => Promise.resolve());
      void tokens.refresh();
    });

  return {
    signOut,
    signOutEverywhere: () => endSession("/sign-out-everywhere"),
    leaveTeam: () => endSession("/team/leave"),
  };
}

/** The remembered person is signed in until the server says otherwise. */
function firstSession(): Session {
  if (isSignOutDue()) return { status: "signedOut" };
  const user = readRememberedPerson();
  return user === null ? { status: "loading" } : { status: "signedIn", user };
}

/** The session after the server accepted the person: `before` if nothing changed. */
function sessionOf(user: SessionUser, before: Session): Session {
  if (before.status !== "signedIn") return { status: "signedIn", user };
  if (!isSamePerson(before.user, user)) {
    // Another user signed in in another tab: drop everything on this page.
    window.location.reload();
    return before;
  }
  return before.user.name === user.name ? before : { status: "signedIn", user };
}

function toUser(claims: SessionUser | null): SessionUser | null {
  if (claims === null) return null;
  const { id, name, email, workspaceId } = claims;
  return { id, name, email, workspaceId };
}

/** Ends the session on the server after a sign-out without signal. */
async function completeSignOut() {
  if (!isSignOutDue()) return;
  await postAccounts("/sign-out", {});
  setSignOutDue(false);
}

/**
 * Clears SIGNED_IN_KEY first: the server closes the Convex client's connection before it responds, and the client's
 * next token request would be answered 401.
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

/** A new token, null when signed out, undefined when the request failed. */
async function requestToken(): Promise<string | null | undefined> {
  try {
    await completeSignOut();
    const isLikelySignedIn = readLocal(SIGNED_IN_KEY) !== null;
    if (!isLikelySignedIn && (await getWithLimit("/get-session")) === null) {
      return null;
    }
    const response = await withTokenLimit(
      (signal) => takeEarlyToken() ?? callAccounts("/token", { signal }),
    );
    const { token } = response as { token: string };
    return token;
  } catch (error) {
    if (error instanceof AccountsError && error.code === "NOT_SIGNED_IN") {
      return null;
    }
    return undefined;
  }
}

function getWithLimit(path: string): Promise<unknown> {
  return withTokenLimit((signal) => callAccounts(path, { signal }));
}
