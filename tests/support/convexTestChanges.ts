import type { Plugin } from "vite";

/** What is replaced in the code of convex-test 0.0.60, and why. */
const CHANGES: readonly (readonly [found: RegExp, replacement: string])[] = [
  // Its text search fails at a document without the searched field, and splits texts at spaces only. Convex does not
  // find such a document, and splits at every character that is neither a letter nor a digit.
  [
    /result\s*\.split\(\/\\s\+\/\)/,
    String.raw`(result ?? "").split(/[^\p{L}\p{N}]+/u)`,
  ],
  // It looks through the ids of all tables at each read of one. An id is digits and the name of its table.
  [
    /tableNameFromId\(id\) === tableName;/,
    `id.endsWith(tableName) && id.charCodeAt(id.length - tableName.length - 1) <= 57;`,
  ],
  // It looks for the ids of a table at each read: they are remembered until a commit.
  [
    /const ids = new Set\(Object\.keys\(this\._documents\)\.filter\(isInTable\)\);/,
    `this._idsOf ??= new Map();
     if (!this._idsOf.has(tableName)) this._idsOf.set(tableName, Object.keys(this._documents).filter(isInTable));
     const ids = new Set(this._idsOf.get(tableName));`,
  ],
  [/const lastWrites = this\._writes\.pop\(\);/, "$& this._idsOf = undefined;"],
  // All rows of a test are of one workspace, the first field of each index: the last one tells more of them apart.
  [
    /source\.range\.every\(\(filter\) => evaluateRangeFilter/,
    `source.range.toReversed().every((filter) => evaluateRangeFilter`,
  ],
];

/** Makes convex-test find what Convex finds, and read a table without looking at every other. */
export function convexTestChanges(): Plugin {
  return {
    name: "convex-test-changes",
    transform(code, id) {
      if (!id.endsWith("/convex-test/dist/index.js")) return null;
      return CHANGES.reduce((changed, [found, replacement]) => {
        if (!found.test(changed))
          throw new Error(`convex-test is not 0.0.60: ${String(found)}.`);
        return changed.replace(found, (all) =>
          replacement.replace("$&", () => all),
        );
      }, code);
    },
  };
}
