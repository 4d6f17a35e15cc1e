/**
 * Most of the utility classes belong to dialogs and other screens. The page carries the rules that its first
 * picture can need; the parts that load later bring the others.
 */
import { parse, type AtRule, type ChildNode, type Container } from "postcss";

/** The rules of `sheet` that `code` needs on a screen: by class names, data attributes and variables. */
export function firstStyle(sheet: string, code: string): string {
  const first = parse(sheet);
  removeNodes(first, (node) =>
    node.type === "rule"
      ? !node.selectors.some((selector) => canMatch(selector, code))
      : isPrint(node) || (isFont(node) && !isFirstFont(node)),
  );
  const read = new Set(first.toString().match(/(?<=var\()--[\w-]+/g));
  removeNodes(first, (node) => {
    const name = variableOf(node);
    return name !== undefined && !read.has(name) && !hasWord(code, name);
  });
  return first.toString();
}

/**
 * The sheet that the parts load later: every block of which a page can lack a rule, as a whole, because which of two
 * utilities wins on an element is decided by their order. It depends on nothing but `sheet`, whose hash is in the
 * file's name.
 */
export function laterStyle(sheet: string): string {
  const later = parse(sheet);
  removeNodes(later, (node) => node.parent === later && !canBeMissing(node));
  return later.toString();
}

/** Whether there is code for which `firstStyle` leaves out a part of `node`. */
function canBeMissing(node: ChildNode): boolean {
  if (isFont(node)) return !isFirstFont(node);
  if (isPrint(node)) return true;
  if (variableOf(node) !== undefined) return true;
  if (node.type === "rule" && node.selectors.every(nameOf)) return true;
  return "nodes" in node && (node.nodes ?? []).some(canBeMissing);
}

/** Removes nodes, and the blocks that they leave empty. A layer without rules keeps its place in their order. */
function removeNodes(container: Container, isRemoved: (node: ChildNode) => boolean): void {
  for (const node of container.nodes?.slice() ?? []) {
    if (isRemoved(node)) node.remove();
    else if ("nodes" in node && node.nodes?.length) {
      removeNodes(node, isRemoved);
      const isLayer = node.type === "atrule" && node.name === "layer";
      if (node.nodes.length === 0 && !isLayer) node.remove();
    }
  }
}

/** Whether an element of the first picture can have the class or the data attribute that `selector` begins with. */
function canMatch(selector: string, code: string): boolean {
  const name = nameOf(selector);
  return name === undefined || hasWord(code, name);
}

function nameOf(selector: string): string | undefined {
  return firstClass(selector) ?? /\[(data-[\w-]+)/.exec(selector)?.[1];
}

function isPrint(node: ChildNode): boolean {
  return node.type === "atrule" && node.name === "media" && node.params === "print";
}

function isFont(node: ChildNode): node is AtRule {
  return node.type === "atrule" && node.name === "font-face";
}

/** Whether the font has the letters of English. */
function isFirstFont(font: AtRule): boolean {
  return !font.some(
    (child) =>
      child.type === "decl" &&
      child.prop === "unicode-range" &&
      !/U\+(?:0*\?\?|0+-)/i.test(child.value),
  );
}

/**
 * The variable of Tailwind's utilities (`--tw-...`) that `node` sets or registers; undefined for
 * other nodes.
 */
function variableOf(node: ChildNode): string | undefined {
  const name = node.type === "decl" ? node.prop : node.type === "atrule" && node.params;
  return name && name.startsWith("--tw-") ? name : undefined;
}

/** The class that a utility's selector begins with, as it is written in HTML. */
function firstClass(selector: string): string | undefined {
  return /\.((?:\\[0-9a-f]+ ?|\\.|[a-z_-])(?:\\[0-9a-f]+ ?|\\.|[\w-])*)/i
    .exec(selector)?.[1]
    ?.replace(/\\([0-9a-f]+) ?/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\(.)/g, "$1");
}

/** Whether `code` contains `name`, and not only as a part of a longer class name. */
function hasWord(code: string, name: string): boolean {
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + 1)) {
    const around = `${code[at - 1] ?? " "}${code[at + name.length] ?? " "}`;
    if (!/[\w:-]/.test(around)) return true;
  }
  return false;
}
