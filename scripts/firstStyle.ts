/**
 * Most of the utility classes are those of dialogs and of other screens. The page carries the rules that its first
 * picture can need; the parts that load later bring the others.
 */
import { parse, root, type ChildNode, type Rule } from "postcss";

export interface FirstStyle {
  /** The rules that `code` can need. */
  readonly first: string;
  /**
   * Every block of which `first` lacks a rule, as a whole: which of two utilities wins on an element is decided by
   * their order, which rules that are added at the end would not have.
   */
  readonly later: string;
}

/** Splits a style sheet by the class names that stand in `code`: scripts and HTML. */
export function splitStyle(sheet: string, code: string): FirstStyle {
  const first = parse(sheet);
  const later = root();
  const isUsed = (rule: Rule) =>
    rule.selectors.some((selector) => {
      const name = firstClass(selector);
      return name === undefined || hasWord(code, name);
    });
  for (const block of first.nodes.slice()) {
    const whole = block.clone();
    if (removeRules(block, (rule) => !isUsed(rule))) later.append(whole);
  }
  return { first: first.toString(), later: later.toString() };
}

/** Removes rules, and the blocks that they leave empty. Returns whether there were any. */
function removeRules(
  node: ChildNode,
  isRemoved: (rule: Rule) => boolean,
): boolean {
  if (node.type === "rule" && isRemoved(node)) {
    node.remove();
    return true;
  }
  if (node.type !== "atrule" || !node.nodes?.length) return false;
  const removed = node.nodes
    .slice()
    .map((child) => removeRules(child, isRemoved));
  if (node.nodes.length === 0) node.remove();
  return removed.includes(true);
}

/** The class that a utility's selector begins with, as it is written in HTML. */
function firstClass(selector: string): string | undefined {
  return /\.((?:\\[0-9a-f]+ ?|\\.|[a-z_-])(?:\\[0-9a-f]+ ?|\\.|[\w-])*)/i
    .exec(selector)?.[1]
    ?.replace(/\\([0-9a-f]+) ?/gi, (_, code: string) =>
      String.fromCodePoint(parseInt(code, 16)),
    )
    .replace(/\\(.)/g, "$1");
}

/** Whether `name` stands in `code`, and not as a part of a longer class name. */
function hasWord(code: string, name: string): boolean {
  for (
    let at = code.indexOf(name);
    at !== -1;
    at = code.indexOf(name, at + 1)
  ) {
    const around = `${code[at - 1] ?? " "}${code[at + name.length] ?? " "}`;
    if (!/[\w:-]/.test(around)) return true;
  }
  return false;
}
