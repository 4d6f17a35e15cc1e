/**
 * `npm run spec-coverage`: writes docs/spec-coverage.md, the tests behind each sentence of the specification.
 * tests/specification.json holds the sentences, with their ids. A comment above a test names the sentences that it
 * holds:
 *
 *     // Spec 2.23, 5.24
 *     it("ignores a malformed date", () => {
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

export interface Specification {
  readonly sections: readonly {
    /** The heading with its Markdown level. */
    readonly heading: string;
    readonly sentences: Readonly<Record<string, string>>;
  }[];
  /** Why a sentence has no test, by its id. */
  readonly untested: Readonly<Record<string, string>>;
}

export interface SpecTest {
  /** File, describes and title. */
  readonly name: string;
  readonly ids: readonly string[];
}

interface FoundTest {
  readonly title: string;
  readonly ids: readonly string[];
}

const ROOT = resolve(import.meta.dirname, "..");
const PAGE = "docs/spec-coverage.md";
const SPECIFICATION = "tests/specification.json";
const TEST_FOLDERS = ["tests", "e2e", "packages/embedded-convex/tests"];
const SEPARATOR = " › ";

const SPEC_COMMENT = /^\/\/ Spec (\d+\.\d+(?:, \d+\.\d+)*)$/;
/** Also finds misspelled comments, which are reported as not above a test. */
const SPEC_LINE = /^\s*\/\/ spec\b.*$/gim;

const INTRODUCTION = `<!-- Written by \`npm run spec-coverage\`. Do not edit. -->

# The specification, sentence by sentence

The left column quotes the specification in its order ("…" marks words that are left out). The right column names the tests
that fail when the sentence is not true: the file, the \`describe\` blocks and the title, as spelled in the source. \`%s\`,
\`%d\`, \`%j\`, \`$name\` and \`\${...}\` stand for the cases of the test. The behaviors in tests/parity run twice, on Convex's
test double and on our server. A test names its sentences by id, in a comment above it: \`// Spec 2.23, 5.24\`.
`;

/** The expected content of docs/spec-coverage.md, and what is wrong with the specification or the comments. */
export function specCoverage(): { page: string; problems: string[] } {
  const specification = JSON.parse(
    readFileSync(join(ROOT, SPECIFICATION), "utf8"),
  ) as Specification;
  const tests: SpecTest[] = [];
  const problems: string[] = [];
  for (const file of testFiles()) {
    const source = readFileSync(join(ROOT, file), "utf8");
    const comments = source.match(SPEC_LINE)?.length ?? 0;
    if (comments === 0) continue;
    const found = findTests(file, source).filter(({ ids }) => ids.length > 0);
    if (found.length !== comments)
      problems.push(`${file}: a Spec comment is malformed or not above a test`);
    for (const { title, ids } of found) tests.push({ name: `${file}${SEPARATOR}${title}`, ids });
  }
  return {
    page: writePage(specification, tests),
    problems: [...problems, ...findProblems(specification, tests)],
  };
}

export function writePage(
  { sections, untested }: Specification,
  tests: readonly SpecTest[],
): string {
  const row = ([id, sentence]: [string, string]) => {
    const names = tests.filter(({ ids }) => ids.includes(id)).map(({ name }) => `\`${name}\``);
    const heldBy = names.length > 0 ? names.join("<br>") : `No test: ${untested[id]}`;
    return `| ${id} | ${escape(sentence)} | ${escape(heldBy)} |`;
  };
  const parts = sections.map(({ heading, sentences }) => {
    const rows = Object.entries(sentences).map(row);
    if (rows.length === 0) return `\n${heading}\n`;
    const head = "| Id | The specification says | Held by |\n| --- | --- | --- |";
    return `\n${heading}\n\n${head}\n${rows.join("\n")}\n`;
  });
  return INTRODUCTION + parts.join("");
}

export function findProblems(
  { sections, untested }: Specification,
  tests: readonly SpecTest[],
): string[] {
  const ids = sections.flatMap(({ sentences }) => Object.keys(sentences));
  const known = new Set(ids);
  const tested = new Set(tests.flatMap((test) => test.ids));
  return [
    ...tests.flatMap((test) =>
      test.ids
        .filter((id) => !known.has(id))
        .map((id) => `${test.name}: the specification has no sentence ${id}`),
    ),
    ...Object.keys(untested)
      .filter((id) => !known.has(id) || tested.has(id))
      .map((id) => `${id} has a reason to be untested, but is unknown or tested`),
    ...ids
      .filter((id) => !tested.has(id) && !untested[id])
      .map((id) => `${id} has neither a test nor a reason`),
  ];
}

/**
 * The tests of a file with the titles of their describes, spelled as in the source: `each` and templates keep their
 * placeholders. A skipped test holds nothing, so it is left out. In a list of behaviors that two suites run, the `name`
 * of a behavior is its title.
 */
export function findTests(file: string, source: string): FoundTest[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isBehaviorList = /[bB]ehaviors\.ts$/.test(file);
  const tests: FoundTest[] = [];

  const visit = (node: ts.Node, path: readonly string[]): void => {
    if (isBehaviorList && isName(node))
      tests.push({ title: node.initializer.text, ids: idsAbove(node) });
    if (ts.isCallExpression(node)) {
      const [title, ...rest] = node.arguments;
      const callee = calleeOf(node);
      if (title && rest.length > 0 && isTitle(title)) {
        if (/\b(skip|todo|fixme|fails)\b/.test(callee)) return;
        const here = [...path, title.getText().slice(1, -1)];
        if (/^(it|test)(\.each)?$/.test(callee))
          tests.push({ title: here.join(SEPARATOR), ids: idsAbove(node) });
        if (/^(test\.)?describe(\.each)?$/.test(callee)) {
          rest.forEach((part) => visit(part, here));
          return;
        }
      }
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(tree, []);
  return tests;
}

/** The ids in the comments above a property, or above the statement that a call is part of. */
function idsAbove(node: ts.Node): string[] {
  let start = node;
  if (!ts.isPropertyAssignment(node))
    while (!ts.isBlock(start.parent) && !ts.isSourceFile(start.parent)) start = start.parent;
  const text = node.getSourceFile().text;
  const comments = ts.getLeadingCommentRanges(text, start.getFullStart()) ?? [];
  return comments.flatMap(({ pos, end }) => {
    const match = SPEC_COMMENT.exec(text.slice(pos, end));
    return match ? match[1]!.split(", ") : [];
  });
}

/** The callee as spelled before the last call: `it.each` for `it.each([1])("...")`. */
function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isTaggedTemplateExpression(expression)) return expression.tag.getText();
  return ts.isCallExpression(expression) ? expression.expression.getText() : expression.getText();
}

const isTitle = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function isName(node: ts.Node): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } {
  return (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === "name" &&
    ts.isStringLiteral(node.initializer)
  );
}

function testFiles(): string[] {
  return TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(test|spec)\.tsx?$|[bB]ehaviors\.ts$/.test(name))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  ).sort();
}

/** A `|` ends a cell of a Markdown table, also in code. */
const escape = (cell: string) => cell.replaceAll("|", "\\|");

export function main(): void {
  const { page, problems } = specCoverage();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  writeFileSync(join(ROOT, PAGE), page);
  console.log(`Wrote ${PAGE}`);
}
