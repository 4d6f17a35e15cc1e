import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { NewAccount, SignUpPolicy } from "./accountsApi";

export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The rule of `workspaceOf` in domain/calls/workspaces.ts, as on the server. */
  readonly workspaceId: string;
  /** The name of the office, if the person has more than one. */
  readonly officeName?: string;
}

/** Why the data of a signed-in person cannot be opened, and what they can do. */
export interface AccessProblem {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The buttons of the card. */
  readonly children: ReactNode;
}

export type Session =
  | { readonly status: "loading" }
  | {
      readonly status: "signedOut";
      /** Set if the session ended by itself, while nobody signed out. */
      readonly ended?: { readonly title: string; readonly text: string };
    }
  | {
      readonly status: "signedIn";
      readonly user: SessionUser;
      /**
       * Set while the backend has not accepted the sign-in. If `problem` is set,
       * it never will.
       */
      readonly backendPending?: { readonly problem: AccessProblem | null };
      /**
       * The person signed out in another tab, or the server ended the session,
       * while this page has unsaved text. The page stays until it is saved after
       * a new sign-in, or discarded.
       */
      readonly hasEnded?: true;
    }
  /** The sign-in provider has not answered. */
  | { readonly status: "unavailable"; readonly problem: AccessProblem };

/**
 * Sign-in as each deployment mode provides it. Code outside src/lib does not
 * know the mode.
 */
export interface SignIn {
  readonly session: Session;
  /** Opens the sign-in modal. */
  readonly open: () => void;
  readonly signOut: () => Promise<void>;
  /** Opens the auth provider's dialog of the team, where people are invited; unset if it has none. */
  readonly openTeam?: () => void;
  /** The auth provider's user menu; null if it has none or is not loaded. */
  readonly UserMenu: ComponentType<ProviderMenuProps> | null;
  /** Sign-in with the server's own accounts (one-machine mode), else null. */
  readonly local: LocalSignIn | null;
}

export type ProviderMenuProps = {
  /** Opens the history of the workspace. */
  readonly onHistory: () => void;
};

type FetchToken = (options: { readonly forceRefreshToken: boolean }) => Promise<string | null>;

export interface AccountsState {
  readonly session: Session;
  /**
   * A new function after each sign-in: the Convex client fetches a new token
   * when the function changes.
   */
  readonly fetchToken: FetchToken;
}

/**
 * The session of one page in one-machine mode: who is signed in to the server's
 * own accounts, and the token for the Convex client.
 */
export interface AccountsClient {
  readonly state: () => AccountsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Fetches a new token, which also detects a session that ended elsewhere. */
  readonly refresh: () => Promise<void>;
  readonly signUpPolicy: (inviteCode: string | null) => Promise<SignUpPolicy>;
  /** With the code of an invitation, a removed person can sign in again. */
  readonly signIn: (account: Omit<NewAccount, "name">) => Promise<void>;
  readonly signUp: (account: NewAccount) => Promise<void>;
  readonly signOut: () => Promise<void>;
  /** Signs out on all devices. */
  readonly signOutEverywhere: () => Promise<void>;
  /** Signs out everywhere, until the user is invited again. */
  readonly leaveTeam: () => Promise<void>;
  /** The URL of a single-use invitation to the user's workspace. */
  readonly invite: () => Promise<string>;
}

export interface LocalSignIn {
  readonly accounts: AccountsClient;
  /** Whether the sign-in modal is open. */
  readonly isOpen: boolean;
  /** Whether an invitation was opened by a user who is signed in. */
  readonly isInvitationOpen: boolean;
  readonly close: () => void;
}

export const SignInContext = createContext<SignIn | null>(null);

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (signIn === null) throw new Error("useSignIn needs a BackendProvider.");
  return signIn;
}

/** Whether the page stays after the end of its session. */
export function hasEnded(session: Session): boolean {
  return session.status === "signedIn" && session.hasEnded === true;
}

export function useSession(): Session {
  return useSignIn().session;
}
