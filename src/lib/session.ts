import { createContext, useContext, type ComponentType } from "react";
import type { AccountsClient } from "./accountsClient";

export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export type Session =
  | { readonly status: "loading" }
  | { readonly status: "signedOut" }
  | {
      readonly status: "signedIn";
      readonly user: SessionUser;
      /**
       * Set while the backend has not accepted the sign-in. A reason means that
       * it will not, because the deployment is not set up correctly.
       */
      readonly backendPending?: { readonly reason: string | null };
    }
  /** The sign-in provider could not be reached. */
  | { readonly status: "unavailable" };

/**
 * Sign-in as each deployment mode provides it. Code outside src/lib does not
 * know the mode.
 */
export interface SignIn {
  readonly session: Session;
  /** Opens the sign-in modal. */
  readonly open: () => void;
  readonly signOut: () => Promise<void>;
  /** The auth provider's user menu; null if it has none. */
  readonly UserMenu: ComponentType | null;
  /** Sign-in with the server's own accounts (one-machine mode), else null. */
  readonly local: LocalSignIn | null;
}

export interface LocalSignIn {
  readonly accounts: AccountsClient;
  readonly isOpen: boolean;
  readonly close: () => void;
}

export const SignInContext = createContext<SignIn | null>(null);

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (signIn === null) throw new Error("useSignIn needs a BackendProvider.");
  return signIn;
}

export function useSession(): Session {
  return useSignIn().session;
}
