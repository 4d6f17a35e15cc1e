/** The menu entries, buttons, tabs and keys that a text of the interface names exist under that name. */
import { expect, it } from "vitest";

const files = import.meta.glob<string>("../{src,domain}/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Without comments, and with every run of white space as one space. */
const sources = new Map(
  Object.entries(files).map(([path, code]) => [
    path.replace("../", ""),
    code
      .replaceAll(/\/\*[^]*?\*\//g, "")
      .replaceAll(/^\s*\/\/.*$/gm, "")
      .replaceAll(/\s+/g, " "),
  ]),
);
const all = [...sources.values()].join("\n");

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name.trim());

/** What an element says, alone or after its icon. */
const CONTENT = /> ?([A-Z][\w' ]*?) ?</g;
const LABEL = /\blabel[=:] ?"([^"]+)"/g;

const labels = new Set([...found(all, CONTENT), ...found(all, LABEL)]);
const menus = ["src/features/account/UserMenuItems.tsx", "src/session/HostedUserMenu.tsx"];
const entriesOf = (menu: string) => {
  const source = sources.get(menu) ?? "";
  return [...found(source, CONTENT), ...found(source, LABEL)];
};

/** Keys, with the name that the code has for them. */
const KEYS: Readonly<Record<string, RegExp>> = {
  Alt: /\.altKey\b/,
  Shift: /\.shiftKey\b/,
  Space: /\bKeyboardSensor\b/,
  Escape: /\bKeyboardSensor\b|"Escape"/,
};

/** In the dashboard of Clerk. */
const ELSEWHERE = ["JWT templates"];

const IN_USER_MENU = /\bunder ([A-Z][\w ]*?) in the user menu\b/g;
const NAMED = [
  /\bunder ([A-Z][\w ]*?)(?=\.|,| in the )/g,
  /\b[Pp]ress ([A-Z][\w ]*?)(?=\.|,| and | again| to )/g,
  /\b[Uu]se the ([A-Z][\w ]*?) button\b/g,
  /\bor ([A-Z]\w*) to leave\b/g,
  /\b(\w+)\+click\b/g,
];

it("both user menus have every entry that a text names", () => {
  const named = found(all, IN_USER_MENU);
  expect(named).not.toEqual([]);
  for (const menu of menus) expect(entriesOf(menu)).toEqual(expect.arrayContaining(named));
});

it("the code has every button, tab and key that a text names", () => {
  const named = NAMED.flatMap((pattern) => found(all, pattern));
  expect(named.length).toBeGreaterThan(5);
  const known = new Set([...labels, ...Object.keys(KEYS), ...ELSEWHERE]);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it.each(Object.entries(KEYS))("the code handles the key %s", (_key, code) => {
  expect(all).toMatch(code);
});
