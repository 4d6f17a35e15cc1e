/** What the fuzzer must know of the application whose server it attacks. */
import type { ConvexClient } from "convex/browser";
import type { ModuleMap } from "../../src/runtime/registry";
import type { RunServer } from "../support/program";
import type { Random } from "../support/random";
import type { Tree } from "./json";

export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Tree | Buffer;
}

export interface User {
  readonly fetchToken: () => Promise<string>;
  /** For routes that take a session cookie. */
  readonly cookie?: string;
}

interface SourceQuery {
  readonly path: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FuzzedApplication {
  readonly run: RunServer;
  readonly modules: ModuleMap;
  readonly signIn: (url: string, name: string) => Promise<User>;
  /** Replaces the attacker's documents. Repeated from time to time, because the attack deletes them. */
  readonly seed: (client: ConvexClient) => Promise<void>;
  /** Queries whose results have ids and texts for arguments. */
  readonly sources: readonly SourceQuery[];
  /** By module: the tables and argument names that the `_id`s in its results are for. */
  readonly idsFor: Readonly<Record<string, readonly string[]>>;
  /** Fields whose values are for arguments of the same name. */
  readonly keys: readonly string[];
  /** Upper bounds of number arguments, by name. Default: 20. */
  readonly maxNumbers?: Readonly<Record<string, number>>;
  /** Functions that take long: called over the websocket only, one time in a hundred. */
  readonly expensive?: RegExp;
  /** Functions that delete what the others need: never recorded. */
  readonly destructive?: RegExp;
  /** Stores an image. Returns the request targets of its download and of an unused upload URL. */
  readonly storeFile: (
    client: ConvexClient,
  ) => Promise<{ readonly download: string; readonly upload: string }>;
  /** A valid request to one of the application's own HTTP routes. */
  readonly routeRequest: (
    request: { readonly origin: string; readonly user: User },
    random: Random,
  ) => HttpRequest;
  /** Targets of requests that the application's routes must reject. */
  readonly badTargets: readonly string[];
  /** The host answers malformed HTTP itself, with a message. Otherwise Node does, without a body. */
  readonly explainsMalformedHttp: boolean;
  /**
   * Errors that functions throw for bad arguments without a validator for them, as on Convex. They are logged, but are
   * not faults.
   */
  readonly expectedErrors?: RegExp;
  readonly control: ControlDocument;
}

/** The document that the control client reads and writes, and that only its user may change. */
export interface ControlDocument {
  readonly create: (client: ConvexClient, value: string) => Promise<string>;
  readonly update: (client: ConvexClient, id: string, value: string) => Promise<unknown>;
  readonly watch: (
    client: ConvexClient,
    id: string,
    onValue: (value: string | undefined) => void,
  ) => void;
  /** The values of all documents that the user should see. */
  readonly readAll: (client: ConvexClient) => Promise<readonly string[]>;
}
