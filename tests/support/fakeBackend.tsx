/**
 * The Convex client that screens see, without a server: a test says what each
 * query answers now, changes it like another person's edit would, and looks at
 * the mutations that were called.
 */
import { render } from "@testing-library/react";
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { act, type ReactNode } from "react";
import { Toaster } from "sonner";
import { SignInContext, type SignIn } from "@/lib/session";

type Args = Record<string, unknown>;
type Answer = (args: never) => unknown;
type AnyReference = FunctionReference<"query" | "mutation">;

export class FakeBackend {
  readonly calls: { readonly name: string; readonly args: Args }[] = [];
  readonly #queries = new Map<string, Answer>();
  readonly #mutations = new Map<string, Answer>();
  readonly #results = new Map<string, unknown>();
  readonly #listeners = new Set<() => void>();

  /** What a query answers; `undefined` is still on its way. */
  query(reference: FunctionReference<"query">, answer: Answer): void {
    this.#queries.set(getFunctionName(reference), answer);
    act(() => this.changed());
  }

  mutation(reference: FunctionReference<"mutation">, answer: Answer): void {
    this.#mutations.set(getFunctionName(reference), answer);
  }

  /** The arguments of the calls of one mutation, in order. */
  callsOf(reference: FunctionReference<"mutation">): Args[] {
    const wanted = getFunctionName(reference);
    return this.calls
      .filter(({ name }) => name === wanted)
      .map(({ args }) => args);
  }

  /** Asks every query again, as after a commit. */
  changed(): void {
    this.#results.clear();
    this.#listeners.forEach((listener) => listener());
  }

  readonly client = {
    logger: { warn: () => undefined },
    watchQuery: (reference: AnyReference, args: Args) => ({
      onUpdate: (listener: () => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      localQueryResult: () => this.#resultOf(getFunctionName(reference), args),
      journal: () => undefined,
    }),
    mutation: async (reference: AnyReference, args: Args) => {
      const name = getFunctionName(reference);
      this.calls.push({ name, args });
      const answer = this.#mutations.get(name);
      if (!answer) throw new Error(`The test did not expect ${name}`);
      const value: unknown = await answer(args as never);
      this.changed();
      return value;
    },
  } as unknown as ConvexReactClient;

  // The client answers the same object until the result changes.
  #resultOf(name: string, args: Args): unknown {
    const key = `${name} ${JSON.stringify(args)}`;
    if (!this.#results.has(key)) {
      const answer = this.#queries.get(name);
      if (!answer) throw new Error(`The test did not expect ${name}`);
      this.#results.set(key, answer(args as never));
    }
    return this.#results.get(key);
  }
}

const SIGNED_IN: SignIn = {
  session: {
    status: "signedIn",
    user: { id: "u1", name: "Kim", email: "kim@example.com" },
  },
  open: () => undefined,
  signOut: () => Promise.resolve(),
  UserMenu: null,
  local: null,
};

export function renderOn(backend: FakeBackend, screen: ReactNode) {
  return render(
    <SignInContext value={SIGNED_IN}>
      <ConvexProvider client={backend.client}>
        {screen}
        <Toaster />
      </ConvexProvider>
    </SignInContext>,
  );
}

/** What jsdom has no idea of and our primitives ask for. */
export function stubLayout(): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(globalThis, {
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
  });
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => undefined;
}
