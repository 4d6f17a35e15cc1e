/**
 * The functions, schema, routes and trusted issuers that a set of modules exports.
 *
 * Reads exports and calls no function. Unsupported features of Convex are rejected here, when the modules are loaded,
 * instead of at the first call.
 */
import type { HttpRouter } from "convex/server";
import { StartupError } from "../store/errors";
import { type TableSpec, parseSchema } from "../store/schemaSpec";
import {
  type Check,
  type TableNameOf,
  compileValidator,
} from "../store/validator";
import type { ValidatorJson } from "../store/validatorJson";

/** The exports of each module by its path below `convex/` without extension ("messages", "model/access"). */
export type ModuleMap = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

export type FunctionKind = "query" | "mutation" | "action";

export interface RegisteredFunction {
  /** As clients send it: "messages:send". */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly checkArgs: Check | null;
  readonly checkReturns: Check | null;
  /** Takes and returns JSON, as the `convex` package does. */
  invoke(args: string, correlationId: string): Promise<string>;
}

export interface TrustedProvider {
  readonly domain: string;
  readonly applicationID: string;
}

interface ExportedFunction {
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  readonly isPublic?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

export class Registry {
  readonly schema: readonly TableSpec[];
  readonly router: HttpRouter | null;
  readonly trustedProviders: readonly TrustedProvider[];
  readonly #functions = new Map<string, RegisteredFunction>();

  constructor(modules: ModuleMap, tableNameOf: TableNameOf) {
    refuseUnsupported(modules);
    for (const [path, exports] of Object.entries(modules)) {
      for (const [name, value] of Object.entries(exports)) {
        if (!isFunction(value)) continue;
        const registered = register(`${path}:${name}`, value, tableNameOf);
        this.#functions.set(registered.path, registered);
      }
    }
    this.schema = readSchema(modules);
    this.router = readRouter(modules);
    this.trustedProviders = readProviders(modules);
  }

  find(path: string): RegisteredFunction | null {
    return this.#functions.get(canonicalPath(path)) ?? null;
  }

  has(modulePath: string): boolean {
    const prefix = `${modulePath}:`;
    return [...this.#functions.keys()].some((path) => path.startsWith(prefix));
  }

  paths(): string[] {
    return [...this.#functions.keys()];
  }
}

/** "messages.js:send" and "messages:send" name the same function; a path without a name means the default export. */
export function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

function refuseUnsupported(modules: ModuleMap): void {
  if ("convex.config" in modules) {
    throw new StartupError(
      "convex/convex.config.ts uses components, and components are not supported by this server.",
    );
  }
  if ("crons" in modules) {
    throw new StartupError(
      "convex/crons.ts declares cron jobs, and cron jobs are not supported by this server; use ctx.scheduler.",
    );
  }
}

function isFunction(value: unknown): value is ExportedFunction {
  if (typeof value !== "function") return false;
  const candidate = value as Partial<ExportedFunction>;
  return Boolean(
    candidate.isQuery ?? candidate.isMutation ?? candidate.isAction,
  );
}

function register(
  path: string,
  exported: ExportedFunction,
  tableNameOf: TableNameOf,
): RegisteredFunction {
  const compile = (json: string): Check | null => {
    const validator = JSON.parse(json) as ValidatorJson | null;
    return validator === null || validator.type === "any"
      ? null
      : compileValidator(validator, tableNameOf);
  };
  return {
    path,
    kind: kindOf(exported),
    isPublic: exported.isPublic === true,
    checkArgs: compile(exported.exportArgs()),
    checkReturns: compile(exported.exportReturns()),
    invoke(args, correlationId) {
      if (exported.isQuery) return exported.invokeQuery(args);
      if (exported.isMutation) return exported.invokeMutation(args);
      return exported.invokeAction(correlationId, args);
    },
  };
}

function kindOf(exported: ExportedFunction): FunctionKind {
  if (exported.isQuery) return "query";
  return exported.isMutation ? "mutation" : "action";
}

function readSchema(modules: ModuleMap): TableSpec[] {
  const schema = modules.schema?.default as
    | { export?: () => string }
    | undefined;
  return schema?.export === undefined ? [] : parseSchema(schema.export());
}

function readRouter(modules: ModuleMap): HttpRouter | null {
  const router = modules.http?.default as HttpRouter | undefined;
  if (router === undefined) return null;
  if (router.isRouter) return router;
  throw new StartupError(
    "The default export of convex/http.ts is not an HTTP router.",
  );
}

function readProviders(modules: ModuleMap): TrustedProvider[] {
  const config = modules["auth.config"]?.default as
    | { providers?: Partial<TrustedProvider>[] }
    | undefined;
  // A provider whose environment variable is not set has an undefined domain and is skipped.
  return (config?.providers ?? []).flatMap(({ domain, applicationID }) =>
    domain && applicationID ? [{ domain, applicationID }] : [],
  );
}
