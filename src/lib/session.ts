import { createContext, useContext, type ComponentType } from "react";
import type { AccountsClient } from "./accounts";

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
      /** The provider knows them and the backend does not: yet, or for the reason that is told. */
      readonly backendPending?: { readonly reason: string | null };
    }
  /** The sign-in provider could not be reached. */
  | { readonly status: "unavailable" };

/** What a home brings for signing in. Nothing above src/lib knows which home it is. */
export interface SignIn {
  readonly session: Session;
  /** Opens the sign-in modal. */
  readonly open: () => void;
  readonly signOut: () => Promise<void>;
  /** The provider's own user menu, where it has one. */
  readonly UserMenu: ComponentType | null;
  /** Accounts kept by our own server, whose modal and menu we draw. */
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
