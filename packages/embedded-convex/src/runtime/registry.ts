/**
 * The functions, schema, routes and trusted issuers that a set of modules exports.
 *
 * Reads exports and calls no function. What Convex refuses at deploy, and unsupported features of Convex, are refused
 * here, when the modules are loaded, instead of at the first call.
 */
import type { HttpRouter } from "convex/server";
import { StartupError } from "../store/errors";
import { identifierProblem, modulePathProblem } from "../store/identifiers";
import { PUBLIC_SYSTEM_TABLES, type TableSpec, parseSchema } from "../store/schemaSpec";
import { validatorProblem } from "../store/validatorDefinition";
import { type Check, type TableNameOf, compileValidator } from "../store/validator";
import type { ValidatorJson } from "../store/validatorJson";
import { type TrustedProvider, readProviders } from "./authConfig";
import { type CronSpec, readCrons } from "./cronSpecs";

export type { TrustedProvider } from "./authConfig";

/** The exports of each module by its path below `convex/` without extension ("messages", "model/access"). */
export type ModuleMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Marks the exports of a module that begins with "use node": its actions have the globals of Node. */
export const USES_NODE = Symbol("use node");

export type FunctionKind = "query" | "mutation" | "action";

export interface RegisteredFunction {
  /** The path as clients send it, such as "messages:send". */
  readonly path: string;
  readonly kind: FunctionKind;
  readonly isPublic: boolean;
  readonly usesNode: boolean;
  readonly checkArgs: Check | null;
  readonly checkReturns: Check | null;
  /** Takes and returns JSON, as the `convex` package does. */
  invoke(args: string, correlationId: string): Promise<string>;
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

/** The tables of the database, declared or not. */
export interface KnownTables {
  readonly nameOf: TableNameOf;
  readonly exists: (name: string) => boolean;
}

export class Registry {
  readonly schema: readonly TableSpec[];
  readonly router: HttpRouter | null;
  readonly trustedProviders: readonly TrustedProvider[];
  readonly crons: readonly CronSpec[];
  readonly #functions = new Map<string, RegisteredFunction>();

  constructor(modules: ModuleMap, tables: KnownTables) {
    refuseUnsupported(modules);
    this.schema = schemaOf(modules, tables.exists);
    const hasTable = (name: string) =>
      // Without a schema, every table is one that the schema does not declare.
      this.schema.length === 0 ||
      PUBLIC_SYSTEM_TABLES.includes(name) ||
      this.schema.some((table) => table.name === name) ||
      tables.exists(name);
    for (const [path, exports] of Object.entries(modules)) {
      const usesNode = USES_NODE in exports;
      for (const [name, value] of Object.entries(exports)) {
        if (!isFunction(value)) continue;
        refuseInvalid({ path, name, value }, hasTable);
        const registered = register(`${path}:${name}`, value, tables.nameOf);
        this.#functions.set(registered.path, { ...registered, usesNode });
      }
    }
    this.router = readRouter(modules);
    this.crons = readCrons(modules.crons);
    for (const { name, path } of this.crons) this.#refuseCron(name, path);
    this.trustedProviders = readProviders(modules["auth.config"]?.default);
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

  #refuseCron(name: string, path: string): void {
    const kind = this.find(path)?.kind;
    if (kind === undefined) {
      throw new StartupError(
        `The cron job '${name}' schedules a function that does not exist: ${path}`,
      );
    }
    if (kind !== "query") return;
    throw new StartupError(
      `The cron job '${name}' schedules a query function, only actions and mutations can be scheduled: ${path}`,
    );
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
}

function refuseInvalid(
  { path, name, value }: { path: string; name: string; value: ExportedFunction },
  hasTable: (name: string) => boolean,
): void {
  const pathProblem = modulePathProblem(path);
  if (pathProblem !== null) {
    throw new StartupError(`${path} is not a valid path to a Convex module. ${pathProblem}`);
  }
  const problem =
    identifierProblem(name) ??
    argsProblem(value.exportArgs(), hasTable) ??
    returnsProblem(value.exportReturns(), hasTable);
  if (problem === null) return;
  throw new StartupError(`The function ${path}:${name} is invalid. ${problem}`);
}

function argsProblem(exported: string, hasTable: (name: string) => boolean): string | null {
  const validator = parseValidator(exported);
  if (validator === null) return null;
  const problem = validatorProblem(validator, hasTable);
  if (problem !== null) {
    return `Error in args validator: ${problem} See https://docs.convex.dev/functions/validation for docs on how to do argument validation.`;
  }
  return validator.type === "object" || validator.type === "any"
    ? null
    : "Args validator must be an object or any";
}

function returnsProblem(exported: string, hasTable: (name: string) => boolean): string | null {
  const validator = parseValidator(exported);
  const problem = validator && validatorProblem(validator, hasTable);
  return problem && `Error in returns validator: ${problem}`;
}

function parseValidator(exported: string): ValidatorJson | null {
  return JSON.parse(exported) as ValidatorJson | null;
}

function isFunction(value: unknown): value is ExportedFunction {
  if (typeof value !== "function") return false;
  const candidate = value as Partial<ExportedFunction>;
  return Boolean(candidate.isQuery ?? candidate.isMutation ?? candidate.isAction);
}

function register(
  path: string,
  exported: ExportedFunction,
  tableNameOf: TableNameOf,
): Omit<RegisteredFunction, "usesNode"> {
  const compile = (json: string): Check | null => {
    const validator = parseValidator(json);
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

/** The tables of `convex/schema`, or none. `exists`: see parseSchema. */
export function schemaOf(
  modules: ModuleMap,
  exists: KnownTables["exists"] = () => true,
): readonly TableSpec[] {
  const schema = modules.schema?.default as { export?: () => string } | undefined;
  return schema?.export === undefined ? [] : parseSchema(schema.export(), exists);
}

function readRouter(modules: ModuleMap): HttpRouter | null {
  const router = modules.http?.default as HttpRouter | undefined;
  if (router === undefined) return null;
  if (router.isRouter) return router;
  throw new StartupError("The default export of convex/http.ts is not an HTTP router.");
}
