import type { Plugin } from "vite";

/** What is replaced in the code of convex-test 0.0.60, and why. */
const CHANGES: readonly (readonly [found: RegExp, replacement: string])[] = [
  // Its text search fails at a document without the searched field, and splits texts at spaces only. Convex does not
  // find such a document, and splits at every character that is neither a letter nor a digit.
  [/result\s*\.split\(\/\\s\+\/\)/, String.raw`(result ?? "").split(/[^\p{L}\p{N}]+/u)`],
  // It looks through the ids of all tables at each read. An id is digits and the name of its table, and the ids of a
  // table are remembered until a commit.
  [
    /const isInTable = [^]*?(?=for \(const id of ids\) \{)/,
    `const isInTable = (id) =>
       id.endsWith(tableName) && id.charCodeAt(id.length - tableName.length - 1) <= 57;
     this._idsOf ??= new Map();
     if (!this._idsOf.has(tableName)) this._idsOf.set(tableName, Object.keys(this._documents).filter(isInTable));
     const isNew = (id) => this._documents[id] === undefined && isInTable(id);
     const added = this._writes.flatMap((writes) => Object.keys(writes).filter(isNew));
     const ids = [...this._idsOf.get(tableName), ...new Set(added)];
     `,
  ],
  [/const lastWrites = this\._writes\.pop\(\);/, "$& this._idsOf = undefined;"],
  // It reads the name of the table out of each of these ids again.
  [
    /const document = this\.get\(tableName, id\);(?=\s*if \(document !== null\) \{\s*callback)/,
    "const document = this.get(undefined, id);",
  ],
  // It parses the bounds of a range again at each row. All rows of a test are of one workspace, the first field of
  // each index: the last one tells more of them apart.
  [
    /source\.range\.every\(\(filter\) => evaluateRangeFilter\(doc, filter\)\)/,
    "(source.tests ??= source.range.toReversed().map(rangeTest)).every((test) => test(doc))",
  ],
  [
    /function evaluateRangeFilter\(document, expr\) \{/,
    `function rangeTest(filter) {
       const { type, fieldPath, value } = filter;
       const isPlain = type === "Eq" && typeof value === "string" && !fieldPath.includes(".");
       return isPlain ? (doc) => doc[fieldPath] === value : (doc) => evaluateRangeFilter(doc, filter);
     }
     $&`,
  ],
  // It makes an error, with its stack, for each status that a job does not have.
  [
    /for \(const v of validator\.value\) \{(?=\s*try)/,
    `$& if (v.type === "literal" && value !== v.value) continue;`,
  ],
];

/** Makes convex-test find what Convex finds, and read a table without looking at every other. */
export function convexTestChanges(): Plugin {
  return {
    name: "convex-test-changes",
    transform(code, id) {
      if (!id.endsWith("/convex-test/dist/index.js")) return null;
      return CHANGES.reduce((changed, [found, replacement]) => {
        if (!found.test(changed)) throw new Error(`convex-test is not 0.0.60: ${String(found)}.`);
        return changed.replace(found, (all) => replacement.replace("$&", () => all));
      }, code);
    },
  };
}
