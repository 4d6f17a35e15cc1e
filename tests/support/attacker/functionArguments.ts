/** Arguments for functions, made from their validators. */
import type { JSONValue } from "convex/values";
import type {
  FunctionKind,
  ModuleMap,
} from "../../../packages/embedded-convex/src/runtime/registry";
import type { ValidatorJson } from "../../../packages/embedded-convex/src/store/validatorJson";

export interface Call {
  readonly path: string;
  readonly kind: FunctionKind;
  readonly args: JSONValue;
}

/** Values for the arguments. `name` is the name of the innermost field. */
export interface Examples {
  readonly id: (table: string) => string;
  readonly text: (name: string) => string;
  readonly number: (name: string) => number;
  /** With optional fields. */
  readonly whole?: boolean;
}

/** A place in the arguments that takes an id: of a table, or any text. */
export interface Slot {
  readonly path: readonly (string | number)[];
  /** Null for any text. */
  readonly table: string | null;
}

interface HttpRoutes {
  getRoutes(): (readonly [path: string, method: string, action: unknown])[];
}

export function listRoutes(modules: ModuleMap): { path: string; method: string }[] {
  const router = modules.http?.default as HttpRoutes;
  return router.getRoutes().map(([path, method]) => ({ path: path.replace("*", "x"), method }));
}

/** The smallest value that the validator accepts; with `whole`, the largest. */
export function fill(validator: ValidatorJson, examples: Examples, name = ""): JSONValue {
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
          .map(([field, { fieldType }]) => [field, fill(fieldType, examples, field)]),
      );
    case "union":
      return fill(preferred(validator.value), examples, name);
    case "bigint":
    case "bytes":
    case "commitTs":
      throw new Error(`There is no example of an argument of type ${validator.type}.`);
  }
}

/** Null where the union has it: the cursor of the first page. */
function preferred(members: readonly ValidatorJson[]): ValidatorJson {
  const none = members.find(({ type }) => type === "null");
  const [first = none] = members;
  return none ?? first ?? { type: "null" };
}

export function slotsOf(validator: ValidatorJson, path: Slot["path"] = []): Slot[] {
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

/** The same arguments with each of the literals that the validator accepts. */
export function variantsOf(
  validator: ValidatorJson,
  examples: Examples,
): Record<string, JSONValue>[] {
  const base = fill(validator, examples) as Record<string, JSONValue>;
  if (validator.type !== "object") return [base];
  const others = Object.entries(validator.value).flatMap(([name, { fieldType }]) =>
    membersOf(fieldType).flatMap((member) =>
      member.type === "literal" ? [{ ...base, [name]: member.value }] : [],
    ),
  );
  return [base, ...others];
}

/** Without and with the optional fields; lists with one example each, and empty. */
export function startsOf(args: ValidatorJson, examples: Examples): JSONValue[] {
  const starts = [false, true].flatMap((whole) => {
    const start = fill(args, { ...examples, whole }) as Arguments;
    return [start, mapValues(start, (v) => (Array.isArray(v) ? [] : v))];
  });
  const texts = new Set(starts.map((start) => JSON.stringify(start)));
  return [...texts].map((text) => JSON.parse(text) as JSONValue);
}

type Arguments = Record<string, JSONValue>;

function mapValues(args: Arguments, map: (value: JSONValue) => JSONValue): Arguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, map(value)]));
}

export interface Placement {
  readonly path: Slot["path"];
  readonly value: JSONValue;
  readonly examples: Examples;
}

/** The arguments with a value in a slot. A list gets it as its last entry. */
export function withValueAt(
  validator: ValidatorJson,
  args: JSONValue | undefined,
  placement: Placement,
): JSONValue {
  const [step, ...path] = placement.path;
  if (step === undefined) return placement.value;
  for (const member of membersOf(validator)) {
    if (member.type === "array" && step === 0) {
      const list = Array.isArray(args) ? args : [];
      const inner = path.length === 0 ? undefined : list[0];
      return [...list, withValueAt(member.value, inner, { ...placement, path })];
    }
    const field = fieldOf(member, step);
    if (field === null) continue;
    const object = isObject(args)
      ? (args as Record<string, JSONValue>)
      : (fill(member, placement.examples) as Record<string, JSONValue>);
    const placed = withValueAt(field, object[step], { ...placement, path });
    return { ...object, [step]: placed };
  }
  throw new Error(`The arguments have no field ${placement.path.join(".")}.`);
}

function fieldOf(validator: ValidatorJson, name: string | number): ValidatorJson | null {
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
