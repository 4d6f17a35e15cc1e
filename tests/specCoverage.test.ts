import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * Holds docs/spec-coverage.md to the tests that there are. The specification itself is not in the repository, so this
 * knows no more of it than its nine sections.
 */
const ROOT = resolve(import.meta.dirname, "..");
const PAGE = "docs/spec-coverage.md";
const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Between a file, its describes and its test. */
const STEP = " › ";
const NO_TEST = "No test: ";

interface Row {
  readonly line: number;
  readonly section: number | null;
  readonly sentence: string;
  readonly heldBy: string;
}

/** The rows of the page's tables, without their heads. */
function readRows(page: string): Row[] {
  let section: number | null = null;
  const rows: Row[] = [];
  page.split("\n").forEach((text, index) => {
    const heading = /^## (?:(\d)\.)?/.exec(text);
    if (heading) section = heading[1] ? Number(heading[1]) : null;
    if (!text.startsWith("|") || /^\|[ :-]+\|/.test(text)) return;
    const [sentence = "", heldBy = ""] = text
      .slice(1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (sentence === "The specification says") return;
    rows.push({ line: index + 1, section, sentence, heldBy });
  });
  return rows;
}

const testsNamedIn = (heldBy: string) =>
  [...heldBy.matchAll(/`([^`]+)`/g)].map(([, name]) =>
    name!.replaceAll("\\|", "|"),
  );

const titlesByFile = new Map<string, ReadonlySet<string>>();

function titlesOf(file: string): ReadonlySet<string> {
  const known = titlesByFile.get(file);
  if (known) return known;
  const path = join(ROOT, file);
  const titles = new Set(
    existsSync(path) ? readTitles(file, readFileSync(path, "utf8")) : [],
  );
  titlesByFile.set(file, titles);
  return titles;
}

/** What is spelled before the last call: `it.each` of `it.each([1])("...")`. */
function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isTaggedTemplateExpression(expression)) {
    return expression.tag.getText();
  }
  return ts.isCallExpression(expression)
    ? expression.expression.getText()
    : expression.getText();
}

/**
 * The titles of a file's tests, each behind those of its describes, as they are spelled in the source: an `each` and a
 * template keep their placeholders. A test that is skipped holds nothing, so it has no title here. A list of behaviours
 * that two suites run has a `name` where a test has its title.
 */
function readTitles(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isList = /[bB]ehaviours\.ts$/.test(file);
  const titles: string[] = [];

  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (isList && isName(node)) titles.push(node.initializer.text);
    if (ts.isCallExpression(node)) {
      const [title, ...rest] = node.arguments;
      const callee = calleeOf(node);
      if (title && rest.length > 0 && isTitle(title)) {
        if (/\b(skip|todo|fixme|fails)\b/.test(callee)) return;
        const here = [...path, title.getText().slice(1, -1)];
        if (/^(it|test)(\.each)?$/.test(callee)) titles.push(here.join(STEP));
        if (/^(test\.)?describe(\.each)?$/.test(callee)) {
          rest.forEach((part) => visit(part, here));
          return;
        }
      }
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(tree, []);
  return titles;
}

const isTitle = (node: ts.Node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function isName(
  node: ts.Node,
): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } {
  return (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === "name" &&
    ts.isStringLiteral(node.initializer)
  );
}

describe("the titles of a file", () => {
  it("are read behind their describes, whatever runs them", () => {
    const source = `
      describe("a day", () => {
        it("ends", () => {});
        it.each([1])("has %d", () => {});
        describe.each(ZONES)("in %s", () => { test("begins", () => {}); });
        for (const theme of THEMES) test(\`in \${theme}\`, () => {});
        it.skip("is skipped", () => {});
        it.todo("is not written");
      });
      describe.skip("a night", () => { it("falls", () => {}); });
      test.describe("on a bad line", () => { test("waits", async () => {}); });
      items.test("not a title", () => {});
    `;
    expect(readTitles("x.test.ts", source)).toEqual([
      "a day › ends",
      "a day › has %d",
      "a day › in %s › begins",
      "a day › in ${theme}",
      "on a bad line › waits",
    ]);
  });
});

describe(PAGE, () => {
  const rows = readRows(readFileSync(join(ROOT, PAGE), "utf8"));

  it("has lines for every section of the specification, in its order", () => {
    const sections = rows.map(({ section }) => section);
    expect([...new Set(sections)]).toEqual(SECTIONS);
  });

  it("says of every sentence what holds it, or why nothing can", () => {
    const bare = rows.filter(
      ({ sentence, heldBy }) =>
        sentence === "" ||
        (testsNamedIn(heldBy).length === 0 &&
          heldBy.length < NO_TEST.length + 10) ||
        (testsNamedIn(heldBy).length === 0 && !heldBy.startsWith(NO_TEST)),
    );
    expect(bare).toEqual([]);
  });

  it("names only tests that there are", () => {
    const missing = rows.flatMap(({ line, heldBy }) =>
      testsNamedIn(heldBy)
        .filter((name) => {
          const [file = "", ...path] = name.split(STEP);
          return !titlesOf(file).has(path.join(STEP));
        })
        .map((name) => `line ${line}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("says nothing twice", () => {
    const seen = rows.map(({ section, sentence }) => `${section} ${sentence}`);
    expect(seen.filter((each, at) => seen.indexOf(each) !== at)).toEqual([]);
  });
});
