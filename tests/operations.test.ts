/** Holds docs/operations.md to the program: what the guide does not explain, nobody can look up. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { LOG_LEVELS } from "../server/monitoring/log";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** As the reader sees it, whatever the column is wide. */
const plain = (text: string) => text.replaceAll("`", "").replace(/\s+/g, " ");
const guide = plain(read("docs/operations.md"));

const sources = readdirSync(join(ROOT, "server"), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts"))
  .map((file) =>
    ts.createSourceFile(
      file,
      read(join("server", file)),
      ts.ScriptTarget.Latest,
      true,
    ),
  );

function nodesOf(source: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** With `…` for what differs from time to time; null for what is no text in the source. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`);
  return node.head.text + spans.join("");
}

/** What the function of this name in the same file returns, where it returns texts. */
function returnedBy(call: ts.Node, source: ts.SourceFile): string[] {
  if (!ts.isCallExpression(call)) return [];
  const name = call.expression.getText();
  return nodesOf(source)
    .filter(ts.isFunctionDeclaration)
    .filter((declaration) => declaration.name?.text === name)
    .flatMap(nodesOf)
    .filter(ts.isReturnStatement)
    .flatMap(({ expression }) => (expression ? [textOf(expression)] : []))
    .filter((text) => text !== null);
}

/** A frame around other texts (`…: … …`) says nothing by itself. */
const saysSomething = (text: string) => /[a-z]{3,} [a-z]{2,}/i.test(text);

const refusals = sources.flatMap((source) =>
  nodesOf(source)
    .filter(ts.isNewExpression)
    .filter(({ expression }) => expression.getText() === "StartupError")
    .flatMap(({ arguments: [message] = [] }) => {
      if (message === undefined) return [];
      const text = textOf(message);
      return text === null ? returnedBy(message, source) : [text];
    })
    .filter(saysSomething),
);

const events = sources.flatMap((source) =>
  nodesOf(source)
    .filter(ts.isCallExpression)
    .filter(
      ({ expression }) =>
        ts.isPropertyAccessExpression(expression) &&
        /^(error|warn)$/.test(expression.name.text) &&
        /\blog$/i.test(expression.expression.getText()),
    )
    .flatMap(({ arguments: [event] }) => (event ? [textOf(event)] : []))
    .filter((text) => text !== null),
);

const missing = (texts: readonly string[]) =>
  [...new Set(texts)].filter((text) => !guide.includes(plain(text)));

describe("the guide for whoever looks after it", () => {
  it("explains every sentence with which a start is refused", () => {
    expect(refusals.length).toBeGreaterThan(20);
    expect(refusals).toContainEqual(expect.stringContaining("is in use by"));
    expect(missing(refusals)).toEqual([]);
  });

  it("explains every event of the log that is an error or a warning", () => {
    expect(events.length).toBeGreaterThan(15);
    expect(missing(events)).toEqual([]);
  });

  it("names every level of the log", () => {
    expect(LOG_LEVELS.filter((level) => !guide.includes(level))).toEqual([]);
  });

  it("gives no command that is not there", () => {
    const { scripts } = JSON.parse(read("package.json")) as {
      scripts: Record<string, string>;
    };
    const named = [
      ...guide.matchAll(/\bnpm run (?:--silent )?([a-z:-]+)/g),
    ].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names no variable that is not one", () => {
    const known = read(".env.example");
    const named = [...guide.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)=/g)].map(
      ([, name = ""]) => name,
    );
    const ours = named.filter((name) => name !== "NODE_ENV");
    expect(ours.length).toBeGreaterThan(1);
    expect(ours.filter((name) => !known.includes(`${name}=`))).toEqual([]);
  });
});
