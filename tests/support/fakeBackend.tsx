import { act, render } from "@testing-library/react";
import type { AuthTokenFetcher } from "convex/browser";
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference, type FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { setConnectionState } from "@/lib/connection/connectionState";
import { SignInContext, type SignIn } from "@/session/session";
import { MemoryOutbox } from "./memoryOutbox";

type Query = FunctionReference<"query">;
type Change = FunctionReference<"mutation" | "action">;
type Args = Record<string, unknown>;

/**
 * A fake Convex client. The test sets the result of each query and the effect
 * of each mutation, and can change them as another user's edit would.
 */
export class FakeBackend {
  readonly logger = { warn: () => undefined };
  readonly #results = new Map<string, unknown>();
  readonly #answers = new Map<string, (args: Args) => unknown>();
  readonly #changes = new Map<string, (args: Args) => unknown>();
  readonly #calls: { readonly name: string; readonly args: Args }[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #connectionListeners = new Set<() => void>();
  #connected = true;
  #hasEverConnected = true;
  #inflightMutations = 0;

  constructor() {
    setConnectionState("live");
    this.#answers.set("workspace:epoch", () => "");
  }

  /** Sets a query's result: `undefined` is loading, an Error is thrown. */
  answer<Q extends Query>(
    query: Q,
    answer: (args: Q["_args"]) => FunctionReturnType<Q> | Error | undefined,
  ) {
    this.#answers.set(getFunctionName(query), answer);
    act(() => this.changed());
  }

  /** Sets what a mutation or an action does and returns; it may throw. */
  perform<C extends Change>(
    change: C,
    effect: (args: C["_args"]) => FunctionReturnType<C> | Promise<FunctionReturnType<C>>,
  ) {
    this.#changes.set(getFunctionName(change), effect);
  }

  /** The arguments of the calls of one mutation or action, in order. */
  callsOf(change: Change): Args[] {
    const wanted = getFunctionName(change);
    return this.#calls
      .filter(({ name }) => name === wanted)
      .map(({ args }) => ("sentFor" in args ? args : withoutIntent(args)));
  }

  /** Every call of a mutation or an action, in order, with all its arguments. */
  get calls(): readonly { readonly name: string; readonly args: Args }[] {
    return this.#calls;
  }

  readonly mutation = (change: Change, args: Args) => this.#call(change, args);
  readonly action = (change: Change, args: Args) => this.#call(change, args);

  /** Loads a result once. */
  readonly query = (query: Query, args: Args): Promise<unknown> => {
    const result = this.#resultOf(getFunctionName(query), args);
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };

  async #call(change: Change, args: Args): Promise<unknown> {
    const name = getFunctionName(change);
    this.#calls.push({ name, args });
    const effect = this.#changes.get(name);
    if (!effect) throw new Error(`The test did not expect ${name}`);
    const value = await effect(args);
    this.changed();
    return value;
  }

  /** Reruns every query, as after a commit. */
  changed() {
    this.#results.clear();
    for (const listener of this.#listeners) listener();
  }

  setConnection(connected: boolean, inflightMutations = 0) {
    this.#connected = connected;
    this.#inflightMutations = inflightMutations;
    setConnectionState(connected ? "live" : "connecting");
    for (const listener of this.#connectionListeners) listener();
  }

  neverConnected() {
    this.#hasEverConnected = false;
    this.setConnection(false);
  }

  watchQuery(query: Query, args: Args) {
    return {
      onUpdate: (listener: () => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      localQueryResult: () => {
        const result = this.#resultOf(getFunctionName(query), args);
        if (result instanceof Error) throw result;
        return result;
      },
      journal: () => undefined,
    };
  }

  // Like the real client, returns the same object until the result changes.
  #resultOf(name: string, args: Args): unknown {
    const key = `${name} ${JSON.stringify(args)}`;
    if (!this.#results.has(key)) {
      this.#results.set(key, this.#answers.get(name)?.(args));
    }
    return this.#results.get(key);
  }

  setAuth(_fetchToken: AuthTokenFetcher, onChange: (isAuthenticated: boolean) => void) {
    onChange(true);
  }

  clearAuth() {}

  #connection = {
    isWebSocketConnected: true,
    hasEverConnected: true,
    hasInflightRequests: false,
    inflightMutations: 0,
    connectionRetries: 0,
  };
  connectionState() {
    const next = {
      isWebSocketConnected: this.#connected,
      hasEverConnected: this.#hasEverConnected,
      hasInflightRequests: this.#inflightMutations > 0,
      inflightMutations: this.#inflightMutations,
      connectionRetries: this.#connected ? 0 : 1,
    };
    const isSame =
      next.isWebSocketConnected === this.#connection.isWebSocketConnected &&
      next.inflightMutations === this.#connection.inflightMutations;
    if (!isSame) this.#connection = next;
    return this.#connection;
  }

  subscribeToConnectionState(listener: () => void) {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  asClient(): ConvexReactClient {
    return this as unknown as ConvexReactClient;
  }
}

const SIGNED_IN: SignIn = {
  session: {
    status: "signedIn",
    user: {
      id: "u1",
      name: "Kim",
      email: "kim@example.com",
      workspaceId: "w1",
    },
  },
  open: () => undefined,
  signOut: () => Promise.resolve(),
  UserMenu: null,
  local: null,
};

export function renderOn(backend: FakeBackend, screen: ReactNode) {
  return render(
    <SignInContext value={SIGNED_IN}>
      <ConvexProvider client={backend.asClient()}>
        <MemoryOutbox backend={backend}>
          {screen}
          <ThemeProvider>
            <ToastContainer />
          </ThemeProvider>
        </MemoryOutbox>
      </ConvexProvider>
    </SignInContext>,
  );
}

/** Browser APIs that our components use and jsdom lacks. */
export function stubLayout(): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => undefined;
}

/** Of a change that went to the server directly the intent id is random. */
function withoutIntent({ intentId: _intentId, ...args }: Args): Args {
  return args;
}
