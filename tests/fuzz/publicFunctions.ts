/** The product's public functions, as its modules export them, and arguments for each that it could be called with. */
import { copy, type Tree, type TreeObject } from "./json";
import type { Random } from "./random";

type ValidatorJson =
  | {
      type:
        "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any";
    }
  | { type: "literal"; value: Tree }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | {
      type: "record";
      keys: ValidatorJson;
      values: { fieldType: ValidatorJson };
    }
  | { type: "union"; value: ValidatorJson[] }
  | {
      type: "object";
      value: Record<string, { fieldType: ValidatorJson; optional: boolean }>;
    };

type FunctionKind = "query" | "mutation" | "action";

export interface PublicFunction {
  readonly udfPath: string;
  readonly kind: FunctionKind;
  readonly args: ValidatorJson;
}

interface Exported {
  readonly isPublic?: boolean;
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  exportArgs(): string;
}

/** Keys as in the server's registry: "jobs", with what the module exports. */
export function publicFunctionsOf(
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): PublicFunction[] {
  return Object.entries(modules).flatMap(([path, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => {
      if (typeof value !== "function" || !("isPublic" in value)) return [];
      const exported = value as unknown as Exported;
      const args = JSON.parse(exported.exportArgs()) as ValidatorJson;
      return [{ udfPath: `${path}:${name}`, kind: kindOf(exported), args }];
    }),
  );
}

function kindOf(exported: Exported): FunctionKind {
  if (exported.isQuery) return "query";
  return exported.isMutation ? "mutation" : "action";
}

/** What the server gave: real ids, cursors and codes to ask with. */
export interface Known {
  readonly ids: Map<string, string[]>;
  readonly texts: string[];
}

export function plausibleArgs(
  { args }: PublicFunction,
  known: Known,
  random: Random,
): TreeObject {
  return plausible(args, { known, random, key: "" }) as TreeObject;
}

interface Around {
  readonly known: Known;
  readonly random: Random;
  /** Under which key the value stands. */
  readonly key: string;
}

const AN_ID = "k57dm0jkzy5qcv8vskzdh1yyx97t3a5h";
const WORDS = [
  "smith",
  "Anna Ortiz",
  "12 Elm St",
  "555-0142",
  "a@example.com",
  "C-1001",
  "black",
];

function plausible(validator: ValidatorJson, around: Around): Tree {
  const { random, known, key } = around;
  switch (validator.type) {
    case "null":
      return null;
    case "number":
      return numberFor(key, random);
    case "bigint":
      return { $integer: "AQAAAAAAAAA=" };
    case "boolean":
      return random.chance(0.5);
    case "string":
      return textFor(key, around);
    case "bytes":
      return { $bytes: "AAECAw==" };
    case "any":
      return random.pick<Tree>(["any", 1, null]);
    case "literal":
      return copy(validator.value);
    case "id":
      return random.pick(known.ids.get(validator.tableName) ?? [AN_ID]);
    case "array":
      return Array.from({ length: random.below(3) }, () =>
        plausible(validator.value, around),
      );
    case "record":
      return { black: plausible(validator.values.fieldType, around) };
    case "union":
      return plausible(random.pick(validator.value), around);
    case "object":
      return plausibleObject(validator.value, around);
  }
}

function plausibleObject(
  fields: Record<string, { fieldType: ValidatorJson; optional: boolean }>,
  around: Around,
): Tree {
  const object: TreeObject = {};
  for (const [key, { fieldType, optional }] of Object.entries(fields)) {
    if (optional && around.random.chance(0.6)) continue;
    object[key] = plausible(fieldType, { ...around, key });
  }
  return object;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const A_DAY = Date.UTC(2026, 2, 14, 5);

function numberFor(key: string, random: Random): number {
  if (/date|start|from/i.test(key)) return A_DAY + random.below(5) * DAY_MS;
  if (/end|until/i.test(key)) return A_DAY + (1 + random.below(40)) * DAY_MS;
  if (key === "numItems") return 1 + random.below(30);
  // What makes whole businesses up is asked for small ones.
  if (/^(customers|jobsPerCustomer)$/.test(key)) return random.below(3);
  return random.below(20);
}

function textFor(key: string, { random, known }: Around): string {
  const texts = known.ids.get(key) ?? [];
  if (texts.length > 0 && random.chance(0.8)) return random.pick(texts);
  if (known.texts.length > 0 && random.chance(0.3))
    return random.pick(known.texts);
  return random.pick(WORDS);
}
