/** Valid arguments for a function, made from its validator and from earlier results. */
import type { FieldJson, ValidatorJson } from "../../src/store/validatorJson";
import type { ListedFunction } from "../support/publicFunctions";
import type { Random } from "../support/random";
import { copy, type Tree, type TreeObject } from "./json";

/** Ids and texts from the results of earlier calls. */
export interface Known {
  /** By table, and by name of the argument. */
  readonly ids: Map<string, string[]>;
  readonly texts: string[];
  /** Upper bounds of number arguments, by name. */
  readonly maxNumbers: Readonly<Record<string, number>>;
}

export function plausibleArgs({ args }: ListedFunction, known: Known, random: Random): TreeObject {
  return plausible(args, { known, random, key: "" }) as TreeObject;
}

interface Context {
  readonly known: Known;
  readonly random: Random;
  /** The name of the field that the value is for. */
  readonly key: string;
}

const AN_ID = "k57dm0jkzy5qcv8vskzdh1yyx97t3a5h";
const WORDS = ["lunch", "Anna Ortiz", "12 Elm St", "555-0142", "a@example.com"];

function plausible(validator: ValidatorJson, context: Context): Tree {
  const { random, known, key } = context;
  switch (validator.type) {
    case "null":
      return null;
    case "number":
      return numberFor(key, context);
    case "bigint":
    case "commitTs":
      return { $integer: "AQAAAAAAAAA=" };
    case "boolean":
      return random.chance(0.5);
    case "string":
      return textFor(key, context);
    case "bytes":
      return { $bytes: "AAECAw==" };
    case "any":
      return random.pick<Tree>(["any", 1, null]);
    case "literal":
      return copy(validator.value);
    case "id":
      return random.pick(known.ids.get(validator.tableName) ?? [AN_ID]);
    case "array":
      return Array.from({ length: random.below(3) }, () => plausible(validator.value, context));
    case "record":
      return { key: plausible(validator.values.fieldType, context) };
    case "union":
      return plausible(random.pick(validator.value), context);
    case "object":
      return plausibleObject(validator.value, context);
  }
}

function plausibleObject(fields: Record<string, FieldJson>, context: Context): Tree {
  const object: TreeObject = {};
  for (const [key, { fieldType, optional }] of Object.entries(fields)) {
    if (optional && context.random.chance(0.6)) continue;
    object[key] = plausible(fieldType, { ...context, key });
  }
  return object;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const A_DAY = Date.UTC(2026, 2, 14, 5);

function numberFor(key: string, { random, known }: Context): number {
  if (/date|start|from/i.test(key)) return A_DAY + random.below(5) * DAY_MS;
  if (/end|until/i.test(key)) return A_DAY + (1 + random.below(40)) * DAY_MS;
  if (key === "numItems") return 1 + random.below(30);
  return random.below(known.maxNumbers[key] ?? 20);
}

function textFor(key: string, { random, known }: Context): string {
  const texts = known.ids.get(key) ?? [];
  if (texts.length > 0 && random.chance(0.8)) return random.pick(texts);
  if (known.texts.length > 0 && random.chance(0.3)) return random.pick(known.texts);
  return random.pick(WORDS);
}
