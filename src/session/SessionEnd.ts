import { hasOpenText, onNoOpenText } from "@/lib/pendingWork";
import type { SharedValue } from "@/lib/SharedValue";
import { clearPersonalStorage } from "./personalStorage";
import { hasEnded, type AccountsState, type Session } from "./session";

/**
 * Ends the session of the page. A page with unsaved text stays, with
 * `session.hasEnded`, until the text is saved after a new sign-in, or discarded.
 */
export class SessionEnd {
  /** Whether the person signed out, in this tab or another, and the session did not end by itself. */
  isSignOut = false;
  /** Whether the person signed out in this tab. No form is open then: its dialog covers the user menu. */
  #isHere = false;
  readonly #store: SharedValue<AccountsState>;

  constructor(store: SharedValue<AccountsState>) {
    this.#store = store;
    onNoOpenText(() => {
      if (hasEnded(this.#store.get().session)) this.end();
    });
  }

  end(): void {
    const { session } = this.#store.get();
    if (session.status === "signedIn" && hasOpenText() && !this.#isHere) {
      if (!session.hasEnded) this.#show({ ...session, hasEnded: true });
      return;
    }
    if (this.isSignOut) clearPersonalStorage();
    this.isSignOut = false;
    if (session.status !== "signedOut") this.#show({ status: "signedOut" });
  }

  /** Called when the same person has signed in again. */
  resume(): void {
    const { session } = this.#store.get();
    this.isSignOut = false;
    if (session.status === "signedIn" && session.hasEnded)
      this.#show({ status: "signedIn", user: session.user });
  }

  /** Runs a sign-out of this tab. */
  async signOut(request: () => Promise<unknown>): Promise<void> {
    this.#isHere = true;
    try {
      await request();
      this.isSignOut = true;
      this.end();
    } finally {
      this.#isHere = false;
    }
  }

  /** Resolves when the page no longer waits for a new sign-in. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (hasEnded(this.#store.get().session)) return;
        stop();
        resolve();
      };
      const stop = this.#store.subscribe(check);
      check();
    });
  }

  #show(session: Session): void {
    this.#store.set({ ...this.#store.get(), session });
  }
}
