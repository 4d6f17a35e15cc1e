/**
 * The functions, schema, routes and trusted issuers that a set of modules exports.
 *
 * Pure: it reads exports and calls none of the functions. Unsupported parts of Convex are refused here,
 * when the modules are loaded, and not when someone first calls them.
 */
import type { HttpRouter } from "convex/server";
import { StartupError } from "../store/errors";
import { type TableSpec, parseSchema } from "../store/schemaSpec";
import {
  type Check,
  type TableNameOf,
  type ValidatorJson,
  compileValidator,
} from "../store/validator";

/** Path below `convex/` without its extension ("messages", "model/access") to what the module exports. */
export type ModuleMap = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

export type FunctionKind = "query" | "mutation" | "action";

export interface RegisteredFunction {
  /** As on the wire: "messages:send". */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly checkArgs: Check | null;
  readonly checkReturns: Check | null;
  /** Takes and gives JSON texts, as the Convex library has it. */
  invoke(args: string, requestId: string): Promise<string>;
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
  private readonly functions = new Map<string, RegisteredFunction>();

  constructor(modules: ModuleMap, tableNameOf: TableNameOf) {
    refuseUnsupported(modules);
    for (const [path, exports] of Object.entries(modules)) {
      for (const [name, value] of Object.entries(exports)) {
        if (!isFunction(value)) continue;
        const registered = register(`${path}:${name}`, value, tableNameOf);
        this.functions.set(registered.path, registered);
      }
    }
    this.schema = readSchema(modules);
    this.router = readRouter(modules);
    this.trustedProviders = readProviders(modules);
  }

  find(path: string): RegisteredFunction | null {
    return this.functions.get(canonicalPath(path)) ?? null;
  }

  has(modulePath: string): boolean {
    const prefix = `${modulePath}:`;
    return [...this.functions.keys()].some((path) => path.startsWith(prefix));
  }

  paths(): string[] {
    return [...this.functions.keys()];
  }
}

/** "tasks.js:create" and "messages:send" are one function; a path without a name means the default export. */
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
      "convex/crons.ts declares cron tasks, and cron tasks are not supported by this server; use ctx.scheduler.",
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
    invoke(args, requestId) {
      if (exported.isQuery) return exported.invokeQuery(args);
      if (exported.isMutation) return exported.invokeMutation(args);
      return exported.invokeAction(requestId, args);
    },
  };
}

function kindOf(exported: ExportedFunction): FunctionKind {
  if (exported.isQuery) return "query";
  return exported.isMutation ? "mutation" : "action";
}

function readSchema(modules: ModuleMap): TableSpec[] {
  const schema = modules.schema?.default as
    { export?: () => string } | undefined;
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
    { providers?: Partial<TrustedProvider>[] } | undefined;
  // A provider whose variable is not set is left out by its undefined domain.
  return (config?.providers ?? []).flatMap(({ domain, applicationID }) =>
    domain && applicationID ? [{ domain, applicationID }] : [],
  );
}
