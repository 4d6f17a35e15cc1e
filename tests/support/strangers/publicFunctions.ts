/**
 * Every function that a client can call, read from the modules themselves: one that is added is in the list the moment it exists.
 * Its arguments are made from its own validator.
 */
import type { JSONValue } from "convex/values";
import type {
  FunctionKind,
  ModuleMap,
} from "../../../packages/embedded-convex/src/runtime/registry";
import type { ValidatorJson } from "../../../packages/embedded-convex/src/store/validatorJson";

export interface ListedFunction {
  readonly path: string;
  readonly kind: FunctionKind;
  readonly args: ValidatorJson;
}

export interface Call {
  readonly path: string;
  readonly kind: FunctionKind;
  readonly args: JSONValue;
}

/** What stands where the validator leaves a choice. `name` is that of the nearest field around. */
export interface Examples {
  readonly id: (table: string) => string;
  readonly text: (name: string) => string;
  readonly number: (name: string) => number;
  /** Also what may be left out. */
  readonly whole?: boolean;
}

/** A place in the arguments where an id may stand: one of a table, or a text that could be any. */
export interface Slot {
  readonly path: readonly (string | number)[];
  /** Null for a text. */
  readonly table: string | null;
}

interface Exported {
  readonly isPublic?: boolean;
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  readonly isHttp?: boolean;
  exportArgs(): string;
}

interface HttpRoutes {
  getRoutes(): (readonly [path: string, method: string, action: unknown])[];
}

export function listFunctions(modules: ModuleMap): {
  readonly open: ListedFunction[];
  readonly internal: ListedFunction[];
} {
  const all = Object.entries(modules).flatMap(([module, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => {
      const exported = value as Exported;
      if (typeof value !== "function" || exported.isHttp) return [];
      const kind = kindOf(exported);
      if (kind === null) return [];
      const args = JSON.parse(exported.exportArgs()) as ValidatorJson;
      const isOpen = exported.isPublic === true;
      return [{ path: `${module}:${name}`, kind, args, isOpen }];
    }),
  );
  return {
    open: all.filter(({ isOpen }) => isOpen),
    internal: all.filter(({ isOpen }) => !isOpen),
  };
}

export function listRoutes(
  modules: ModuleMap,
): { path: string; method: string }[] {
  const router = modules.http?.default as HttpRoutes;
  return router
    .getRoutes()
    .map(([path, method]) => ({ path: path.replace("*", "x"), method }));
}

function kindOf(exported: Exported): FunctionKind | null {
  if (exported.isQuery) return "query";
  if (exported.isMutation) return "mutation";
  return exported.isAction ? "action" : null;
}

/** The least that the validator accepts, unless the whole is asked for. */
export function fill(
  validator: ValidatorJson,
  examples: Examples,
  name = "",
): JSONValue {
  switch (validator.type) {
    case "id":
      return examples.id(validator.tableName);
    case "string":
      return examples.text(name);
    case "number":
      return examples.number(name);
    case "literal":
      return validator.value;
    case "boolean":
      return true;
    case "null":
    case "any":
      return null;
    case "array":
      return [fill(validator.value, examples, name)];
    case "record":
      return {};
    case "object":
      return Object.fromEntries(
        Object.entries(validator.value)
          .filter(([, field]) => !field.optional || examples.whole)
          .map(([field, { fieldType }]) => [
            field,
            fill(fieldType, examples, field),
          ]),
      );
    case "union":
      return fill(preferred(validator.value), examples, name);
    case "bigint":
    case "bytes":
    case "commitTs":
      throw new Error(`Nothing is made yet for an argument ${validator.type}.`);
  }
}

/** Where there is a way without a value, it is taken: a cursor is null, and not a text. */
function preferred(members: readonly ValidatorJson[]): ValidatorJson {
  const none = members.find(({ type }) => type === "null");
  const [first = none] = members;
  return none ?? first ?? { type: "null" };
}

export function slotsOf(
  validator: ValidatorJson,
  path: Slot["path"] = [],
): Slot[] {
  switch (validator.type) {
    case "id":
      return [{ path, table: validator.tableName }];
    case "string":
    case "any":
      return [{ path, table: null }];
    case "array":
      return slotsOf(validator.value, [...path, 0]);
    case "record":
      return slotsOf(validator.values.fieldType, [...path, "key"]);
    case "object":
      return Object.entries(validator.value).flatMap(([name, field]) =>
        slotsOf(field.fieldType, [...path, name]),
      );
    case "union":
      return validator.value.flatMap((member) => slotsOf(member, path));
    default:
      return [];
  }
}

/** The same arguments with each of the literals in its turn, where the validator offers several. */
export function variantsOf(
  validator: ValidatorJson,
  examples: Examples,
): Record<string, JSONValue>[] {
  const base = fill(validator, examples) as Record<string, JSONValue>;
  if (validator.type !== "object") return [base];
  const others = Object.entries(validator.value).flatMap(
    ([name, { fieldType }]) =>
      membersOf(fieldType).flatMap((member) =>
        member.type === "literal" ? [{ ...base, [name]: member.value }] : [],
      ),
  );
  return [base, ...others];
}

/** As little as will do, and everything; a list holds an entry of Bo's own before the other one, and where it can none. */
export function startsOf(args: ValidatorJson, examples: Examples): JSONValue[] {
  const starts = [false, true].flatMap((whole) => {
    const start = fill(args, { ...examples, whole }) as Arguments;
    return [start, mapValues(start, (v) => (Array.isArray(v) ? [] : v))];
  });
  const texts = new Set(starts.map((start) => JSON.stringify(start)));
  return [...texts].map((text) => JSON.parse(text) as JSONValue);
}

type Arguments = Record<string, JSONValue>;

function mapValues(
  args: Arguments,
  map: (value: JSONValue) => JSONValue,
): Arguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, map(value)]),
  );
}

export interface Placing {
  readonly path: Slot["path"];
  readonly value: JSONValue;
  readonly examples: Examples;
}

/** The arguments with a value in a slot; in a list it stands behind what is in it already. */
export function withValueAt(
  validator: ValidatorJson,
  args: JSONValue | undefined,
  placing: Placing,
): JSONValue {
  const [step, ...path] = placing.path;
  if (step === undefined) return placing.value;
  for (const member of membersOf(validator)) {
    if (member.type === "array" && step === 0) {
      const list = Array.isArray(args) ? args : [];
      const inner = path.length === 0 ? undefined : list[0];
      return [...list, withValueAt(member.value, inner, { ...placing, path })];
    }
    const field = fieldOf(member, step);
    if (field === null) continue;
    const object = isObject(args)
      ? (args as Record<string, JSONValue>)
      : (fill(member, placing.examples) as Record<string, JSONValue>);
    const placed = withValueAt(field, object[step], { ...placing, path });
    return { ...object, [step]: placed };
  }
  throw new Error(`There is no place ${placing.path.join(".")} here.`);
}

function fieldOf(
  validator: ValidatorJson,
  name: string | number,
): ValidatorJson | null {
  if (validator.type === "record") return validator.values.fieldType;
  if (validator.type !== "object") return null;
  return validator.value[name]?.fieldType ?? null;
}

function membersOf(validator: ValidatorJson): readonly ValidatorJson[] {
  return validator.type === "union" ? validator.value : [validator];
}

function isObject(value: JSONValue | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
