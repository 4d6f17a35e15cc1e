/**
 * `convexTest` of the package convex-test, over embedded-convex: as much of it as the tests of convex-helpers use. A test
 * file is a module of functions too, so a module is loaded when one of its functions is called.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  actionGeneric,
  defineSchema,
  getFunctionName,
  mutationGeneric,
  queryGeneric,
  type FunctionReference,
  type UserIdentity,
} from "convex/server";
import { onTestFinished } from "vitest";
import {
  IN_MEMORY,
  openEngine,
  type BlobStore,
  type Engine,
  type FunctionOutcome,
} from "../../packages/embedded-convex/src/runtime/engine";

type Exports = Record<string, unknown>;
type Loaders = Record<string, () => Promise<Exports>>;
type Body = (ctx: unknown) => Promise<unknown>;
type Kind = "query" | "mutation" | "action";

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The tests store no files. */
const noBlobs = {
  fromEarlierRuns: async function* () {},
} as unknown as BlobStore;

class Backend {
  readonly #loaders: Loaders;
  readonly #modules: Record<string, Exports>;
  readonly #engine: Engine;
  /** Functions that the tests pass, and what they returned or threw, by the id that stands for them in a call. */
  readonly #bodies = new Map<string, Body>();
  readonly #results = new Map<string, { value?: unknown; error?: unknown }>();

  constructor(schema: Exports | null, loaders: Loaders) {
    this.#loaders = loaders;
    const handler = async (ctx: unknown, { id }: { id: string }) => {
      try {
        this.#results.set(id, { value: await this.#bodies.get(id)?.(ctx) });
      } catch (error) {
        this.#results.set(id, { error });
        throw error;
      }
    };
    this.#modules = {
      schema: { default: schema ?? defineSchema({}) },
      inline: {
        query: queryGeneric({ handler }),
        mutation: mutationGeneric({ handler }),
        action: actionGeneric({ handler }),
      },
    };
    this.#engine = openEngine({
      dataDir: IN_MEMORY,
      modules: this.#modules,
      blobs: noBlobs,
      log: silent,
      exposeErrors: true,
    });
    onTestFinished(() => this.#engine.close());
  }

  async call(kind: Kind, identity: UserIdentity | null, body: Body): Promise<unknown> {
    const id = randomUUID();
    this.#bodies.set(id, body);
    const outcome = await this.#run(kind, identity, id);
    const { value, error } = this.#results.get(id) ?? {};
    if (outcome.ok) return value;
    throw error ?? new Error(outcome.message);
  }

  async #run(kind: Kind, identity: UserIdentity | null, id: string): Promise<FunctionOutcome> {
    const caller = { identity, origin: "https://some.convex.site" };
    const request = { udfPath: `inline:${kind}`, args: { id }, caller };
    if (kind === "query") return (await this.#engine.runQuery(request)).outcome;
    return kind === "mutation"
      ? (await this.#engine.runMutation(request)).outcome
      : this.#engine.runAction(request);
  }

  async fetch(identity: UserIdentity | null, path: string, init?: RequestInit) {
    await this.load("http");
    const origin = "https://some.convex.site";
    const request = new Request(new URL(path, origin), init);
    const caller = { identity, origin };
    const response = await this.#engine.runHttpAction(request, caller);
    return response ?? new Response(null, { status: 404 });
  }

  async load(module: string): Promise<void> {
    if (module in this.#modules) return;
    const path = Object.keys(this.#loaders).find(
      (one) => one.replace(/^\.\//, "").replace(/\.[jt]s$/, "") === module,
    );
    if (path === undefined) return;
    this.#modules[module] = { ...(await this.#loaders[path]?.()) };
    await this.#engine.replaceModules(this.#modules);
  }
}

interface RunContext {
  runQuery(reference: unknown, args: unknown): Promise<unknown>;
  runMutation(reference: unknown, args: unknown): Promise<unknown>;
  runAction(reference: unknown, args: unknown): Promise<unknown>;
}

const RUNNERS = {
  query: "runQuery",
  mutation: "runMutation",
  action: "runAction",
} as const;

function callerOf(backend: Backend, identity: UserIdentity | null) {
  const callable =
    (kind: Kind) =>
    async (given: FunctionReference<Kind> | Body, args: unknown = {}) => {
      if (typeof given === "function") return backend.call(kind, identity, given);
      await backend.load(getFunctionName(given).split(":")[0] ?? "");
      return backend.call(kind, identity, (ctx) => (ctx as RunContext)[RUNNERS[kind]](given, args));
    };
  return {
    query: callable("query"),
    mutation: callable("mutation"),
    action: callable("action"),
    run: (body: Body) => backend.call("mutation", identity, body),
    fetch: (path: string, init?: RequestInit) => backend.fetch(identity, path, init),
  };
}

/** As convex-test completes an identity. */
function completed(claims: Partial<UserIdentity>): UserIdentity {
  const text = JSON.stringify(claims);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const { subject = hash, issuer = "https://convex.test" } = claims;
  const tokenIdentifier = `${issuer}|${subject}`;
  return { tokenIdentifier, ...claims, subject, issuer };
}

export function convexTest(schema: Exports | null, loaders: Loaders = {}) {
  const backend = new Backend(schema, loaders);
  return {
    ...callerOf(backend, null),
    withIdentity: (claims: Partial<UserIdentity>) => callerOf(backend, completed(claims)),
  };
}
