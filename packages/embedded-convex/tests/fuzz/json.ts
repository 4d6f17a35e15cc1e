/**
 * JSON, and texts that resemble it: numbers out of a double's range, duplicate keys, nesting that overflows the stack.
 * A tree holds such a text as `raw`, and `write` writes it unchanged.
 */
export type Tree = null | boolean | number | string | Tree[] | TreeObject;
export type TreeObject = { [key: string]: Tree };

const MARK = "@@raw:";
const raws: string[] = [];
const indexOfRaw = new Map<string, number>();

/** A value that is written as this text. Texts are never forgotten, so there should be few. */
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

/** Defines an own property: an assignment to `__proto__` would set the prototype. */
export function setKey(object: TreeObject, key: string, value: Tree): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
