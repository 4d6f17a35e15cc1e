/** Mutates a message: its JSON tree, or its bytes. */
import { copy, isObject, raw, setKey, write, type Tree, type TreeObject } from "./json";
import type { Random } from "../support/random";

const nested = (depth: number) => [
  raw("[".repeat(depth) + "]".repeat(depth)),
  raw('{"a":'.repeat(depth) + "1" + "}".repeat(depth)),
];
const NESTED = [30, 65, 100, 130].flatMap(nested);
const NESTED_DEEPLY = [1_000, 20_000].flatMap(nested);

const NUMBERS: readonly Tree[] = [
  -1,
  0,
  1,
  0.5,
  -0.1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  raw("-0"),
  raw("1e999"),
  raw("-1e999"),
  raw("123456789012345678901234567890"),
  raw("NaN"),
  raw("Infinity"),
  raw("01"),
  raw("1."),
  raw("0x10"),
];

const STRINGS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "null",
  "../../etc/passwd",
  "%",
  "'; DROP TABLE documents; --",
  '" OR "a" NEAR/2 "b*"',
  "*:* AND NOT (",
  "\ud800",
  "\udfff",
  "x\udc00y",
  "\u202e\u0000\uffff",
  "🏠".repeat(50),
  "é".normalize("NFD"),
  "a".repeat(1_100),
  "word ".repeat(400),
  "__proto__",
  "constructor",
  "-0",
  "1e400",
  "\n\r\n\r\n",
  "AAAAAAAAAAA=",
  "//////////8=",
  "k17e0000000000000000000000000000",
];

const ENCODED: readonly Tree[] = [
  { $integer: "AAAAAAAAAAA=" },
  { $integer: "//////////8=" },
  { $integer: "AAAA" },
  { $integer: "not base64" },
  { $integer: 5 },
  { $float: "AAAAAAAA8H8=" },
  { $float: "AAAAAAAA+H8=" },
  { $float: "AAAAAAAAAIA=" },
  { $float: "AAAAAAAA8D8=" },
  { $float: "A" },
  { $float: null },
  { $bytes: "AAECAw==" },
  { $bytes: "=" },
  { $bytes: { $bytes: "AA==" } },
  { $undefined: null },
  { $commitTs: "" },
  { $set: [] },
  { $map: [[1, 2]] },
  { $unknown: 1 },
  { $integer: "AAAAAAAAAAA=", $float: "AAAAAAAA8H8=" },
];

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "toJSON",
  "length",
  "_id",
  "_creationTime",
  "$integer",
  "$where",
  "",
  " ",
  "\0",
  "☂",
  "\ud800",
  "k".repeat(1_100),
  "type",
  "args",
  "value",
  "workspaceId",
];

export function hostileValue(random: Random): Tree {
  const kind = random.below(12);
  // Copies, because a mutation may change them in place.
  if (kind < 3) return random.pick(NUMBERS);
  if (kind < 6) return random.pick(STRINGS);
  if (kind < 8) return copy(random.pick(ENCODED));
  if (kind === 8) return copy(random.pick<Tree>([null, true, false, [], {}, [null]]));
  if (kind === 9) {
    return random.pick(random.chance(0.03) ? NESTED_DEEPLY : NESTED);
  }
  if (kind === 10) return hostileObject(random);
  return random.chance(0.01)
    ? "long ".repeat(random.pick([2_000, 20_000, 220_000]))
    : Array.from({ length: random.below(50) }, () => random.pick(NUMBERS));
}

function hostileObject(random: Random): Tree {
  const object: TreeObject = {};
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    setKey(object, random.pick(KEYS), random.pick(STRINGS));
  }
  return object;
}

/** A copy with one to three changes. */
export function mutateTree(tree: Tree, random: Random): Tree {
  let mutated = copy(tree);
  const times = random.chance(0.7) ? 1 : 2 + random.below(2);
  for (let done = 0; done < times; done += 1) {
    mutated = mutateOnce(mutated, random);
  }
  return mutated;
}

type Place = { holder: Tree[]; key: number } | { holder: TreeObject; key: string };

function mutateOnce(tree: Tree, random: Random): Tree {
  const places = placesIn(tree);
  if (places.length === 0) return hostileValue(random);
  const place = random.pick(places);
  if (Array.isArray(place.holder)) {
    const { holder, key } = place as { holder: Tree[]; key: number };
    mutateItem(holder, key, random);
  } else {
    const { holder, key } = place as { holder: TreeObject; key: string };
    mutateField(holder, key, random);
  }
  return tree;
}

function placesIn(tree: Tree, found: Place[] = []): Place[] {
  if (Array.isArray(tree)) {
    tree.forEach((item, key) => {
      found.push({ holder: tree, key });
      placesIn(item, found);
    });
  } else if (isObject(tree)) {
    for (const [key, value] of Object.entries(tree)) {
      found.push({ holder: tree, key });
      placesIn(value, found);
    }
  }
  return found;
}

function mutateItem(items: Tree[], at: number, random: Random): void {
  const item = items[at] ?? null;
  switch (random.below(5)) {
    case 0:
      items.splice(at, 1);
      return;
    case 1:
      items.push(item);
      return;
    case 2:
      items.reverse();
      return;
    case 3:
      for (let left = random.pick([2, 20, 300]); left > 0; left -= 1) items.push(item);
      return;
    default:
      items[at] = otherValue(item, random);
  }
}

function mutateField(object: TreeObject, key: string, random: Random): void {
  const value = object[key] ?? null;
  switch (random.below(8)) {
    case 0:
      delete object[key];
      return;
    case 1:
      delete object[key];
      setKey(object, random.pick(KEYS), value);
      return;
    case 2:
      setKey(object, random.pick(KEYS), hostileValue(random));
      return;
    case 3:
      // A duplicate key: parsers keep the last value.
      setKey(object, key, raw(`0,${JSON.stringify(key)}:1`));
      return;
    default:
      setKey(object, key, otherValue(value, random));
  }
}

function otherValue(value: Tree, random: Random): Tree {
  if (random.chance(0.4)) return hostileValue(random);
  switch (typeof value) {
    case "number":
      return random.pick([value + 1, value - 1, -value, value * 1e9, value / 3]);
    case "string":
      return otherText(value, random);
    case "boolean":
      return !value;
    default:
      return random.pick<Tree>([[value], { value }, write(value)]);
  }
}

/** Cursors, journals, tokens, ids and timestamps are texts: nearly valid ones reach the most code. */
function otherText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text + text;
    case 2:
      return text.slice(0, at) + random.pick(STRINGS) + text.slice(at);
    case 3:
      return text.slice(0, at) + String.fromCharCode(random.below(65_536)) + text.slice(at + 1);
    case 4:
      return text.toUpperCase();
    default:
      return [...text].reverse().join("");
  }
}

export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let mutated = Buffer.from(bytes);
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(mutated.length + 1);
    switch (random.below(5)) {
      case 0:
        mutated = mutated.subarray(0, at);
        break;
      case 1:
        mutated = Buffer.concat([
          mutated.subarray(0, at),
          randomBytes(random, 8),
          mutated.subarray(at),
        ]);
        break;
      case 2:
        mutated = Buffer.concat([
          mutated.subarray(0, at),
          mutated.subarray(at + 1 + random.below(16)),
        ]);
        break;
      default:
        if (at < mutated.length) mutated[at] = (mutated[at] ?? 0) ^ (1 << random.below(8));
    }
  }
  return mutated;
}

export function randomBytes(random: Random, atMost: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(atMost + 1) }, () => random.below(256)));
}
