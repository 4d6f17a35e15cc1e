/**
 * JSON, and texts that only look like it: numbers that no double holds, keys that come twice, nesting that no call stack bears.
 * A tree holds such a text as `raw`, and `write` puts it where it stands.
 */
export type Tree = null | boolean | number | string | Tree[] | TreeObject;
export type TreeObject = { [key: string]: Tree };

const MARK = "@@raw:";
const raws: string[] = [];
const indexOfRaw = new Map<string, number>();

/** A value that is written as this very text. Each different text is kept for good: there should be few. */
export function raw(text: string): Tree {
  let at = indexOfRaw.get(text);
  if (at === undefined) {
    at = raws.push(text) - 1;
    indexOfRaw.set(text, at);
  }
  return `${MARK}${at}@@`;
}

export function write(tree: Tree): string {
  return JSON.stringify(tree).replace(
    /"@@raw:(\d+)@@"/g,
    (_, at: string) => raws[Number(at)] ?? "null",
  );
}

export function copy<Value extends Tree>(tree: Value): Value {
  return JSON.parse(JSON.stringify(tree)) as Value;
}

export function isObject(tree: Tree | undefined): tree is TreeObject {
  return typeof tree === "object" && tree !== null && !Array.isArray(tree);
}

/** Own and enumerable whatever it is called: an assignment to `__proto__` would be no key at all. */
export function setKey(object: TreeObject, key: string, value: Tree): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
