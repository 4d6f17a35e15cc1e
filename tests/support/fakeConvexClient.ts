import type { AuthTokenFetcher } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import {
  getFunctionName,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";

type Query = FunctionReference<"query">;
type Change = FunctionReference<"mutation" | "action">;
type Args = Record<string, unknown>;

/** Stands where the Convex client stands in a rendered screen: the test gives the answers, and may change them. */
export class FakeConvexClient {
  readonly #answers = new Map<string, (args: Args) => unknown>();
  readonly #changes = new Map<string, (args: Args) => unknown>();
  readonly #calls: { readonly name: string; readonly args: Args }[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #connectionListeners = new Set<() => void>();
  #connected = true;
  #hasEverConnected = true;
  #inflightMutations = 0;

  /** `undefined` is "not yet"; an Error is thrown at the asker. */
  answer<Q extends Query>(
    query: Q,
    answer: (args: Q["_args"]) => FunctionReturnType<Q> | Error | undefined,
  ) {
    this.#answers.set(getFunctionName(query), answer);
    for (const listener of this.#listeners) listener();
  }

  /** What a mutation or an action does and answers; it may throw. */
  perform<C extends Change>(
    change: C,
    act: (
      args: C["_args"],
    ) => FunctionReturnType<C> | Promise<FunctionReturnType<C>>,
  ) {
    this.#changes.set(getFunctionName(change), act);
  }

  /** The arguments of the calls of one mutation or action, in order. */
  callsOf(change: Change): Args[] {
    const wanted = getFunctionName(change);
    return this.#calls
      .filter(({ name }) => name === wanted)
      .map(({ args }) => args);
  }

  readonly mutation = (change: Change, args: Args) => this.#call(change, args);
  readonly action = (change: Change, args: Args) => this.#call(change, args);

  async #call(change: Change, args: Args): Promise<unknown> {
    const name = getFunctionName(change);
    this.#calls.push({ name, args });
    const act = this.#changes.get(name);
    if (!act) throw new Error(`The test did not expect ${name}`);
    return await act(args);
  }

  setConnection(connected: boolean, inflightMutations = 0) {
    this.#connected = connected;
    this.#inflightMutations = inflightMutations;
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
        const answer = this.#answers.get(getFunctionName(query))?.(args);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      journal: () => undefined,
    };
  }

  setAuth(
    _fetchToken: AuthTokenFetcher,
    onChange: (isAuthenticated: boolean) => void,
  ) {
    onChange(true);
  }

  clearAuth() {}

  #connection = {
    isWebSocketConnected: true,
    hasEverConnected: true,
    hasInflightRequests: false,
    inflightMutations: 0,
  };
  connectionState() {
    const next = {
      isWebSocketConnected: this.#connected,
      hasEverConnected: this.#hasEverConnected,
      hasInflightRequests: this.#inflightMutations > 0,
      inflightMutations: this.#inflightMutations,
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
