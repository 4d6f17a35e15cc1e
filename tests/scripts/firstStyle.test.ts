import { expect, it } from "vitest";
import { firstStyle, laterStyle } from "../../scripts/firstStyle";

const SHEET = `@layer theme, utilities;
@layer theme { :root { --gap: 4px } }
@layer utilities {
  .p-2 { padding: 8px }
  .px-3 { padding-inline: 12px }
  .bg-canvas\\/90 { background: black }
  .max-\\[22\\.5rem\\]\\:hidden { display: none }
  .\\[\\&_svg\\]\\:size-6 svg { width: 24px }
  .\\32 xl\\:flex { display: flex }
  :where(.space-y-1 > :not(:last-child)) { margin: 4px }
  @media (width >= 40rem) { .sm\\:p-4 { padding: 16px } }
}
@media print { .sheet { margin: 0.5in } body { margin: 0 } }
body { gap: var(--gap) }
@keyframes rise { 12.5% { opacity: 0.5 } }`;

const classesOf = (code: string) => {
  const first = firstStyle(SHEET, code);
  return [
    "px-3",
    "bg-canvas\\/90",
    "max-\\[22\\.5rem\\]\\:hidden",
    "\\[\\&_svg\\]\\:size-6",
    "\\32 xl\\:flex",
    "space-y-1",
    "sm\\:p-4",
  ].filter((name) => first.includes(`.${name}`));
};

it("keeps the rules whose classes stand in the code, as HTML and scripts write them", () => {
  expect(classesOf('<p class="px-3 bg-canvas/90">')).toEqual(["px-3", "bg-canvas\\/90"]);
  expect(classesOf("e(`max-[22.5rem]:hidden ${a?`[&_svg]:size-6`:`2xl:flex`}`)")).toEqual([
    "max-\\[22\\.5rem\\]\\:hidden",
    "\\[\\&_svg\\]\\:size-6",
    "\\32 xl\\:flex",
  ]);
  expect(classesOf("clsx(`space-y-1`,x&&`sm:p-4`)")).toEqual(["space-y-1", "sm\\:p-4"]);
});

it("does not take a part of a longer class name for the class", () => {
  expect(classesOf("`sm:px-3 px-30 -px-3 npx-3`")).toEqual([]);
});

it("keeps every rule without a class in the page", () => {
  const first = firstStyle(SHEET, "");
  for (const rule of ["@layer theme, utilities;", "--gap", "body { gap", "12.5%"])
    expect(first).toContain(rule);
  expect(first).not.toContain("@media (width >= 40rem)");
});

const KINDS = `@property --tw-ring { syntax: "*"; inherits: false }
:root { --tw-ring: 0 0; --tw-spin: 1s; --tw-tone: red; --gap: 4px }
[data-toast] { color: red }
:root:has([data-bar]) [data-toast] { color: blue }
.p-2 { box-shadow: var(--tw-ring) }
.p-3 { color: var(--tw-tone) }
@font-face { font-family: Inter; unicode-range: U+??, U+131; src: url(latin) }
@font-face { font-family: Inter; unicode-range: U+0102-0103; src: url(vietnamese) }
@font-face { font-family: Inter; src: local(Arial) }`;

it("leaves out styles for paper, and sends them later", () => {
  const paper = ".sheet { margin: 0.5in } body { margin: 0 }";
  expect(firstStyle(SHEET, "`sheet`")).not.toContain("@media print");
  expect(laterStyle(SHEET)).toContain(paper);
});

it("leaves out rules of data attributes that do not stand in the code", () => {
  const first = firstStyle(KINDS, 'e({"data-bar":!0})');
  expect(first).toContain("[data-bar]");
  expect(first).not.toContain("[data-toast] { color: red }");
});

it("leaves out variables of utilities that neither a kept rule nor the code reads", () => {
  const first = firstStyle(KINDS, "`p-2`;style(`--tw-spin`)");
  expect(first).toContain("@property --tw-ring");
  expect(first).toContain(":root { --tw-ring: 0 0; --tw-spin: 1s");
  expect(first).not.toContain("--tw-tone");
  expect(firstStyle(KINDS, "")).not.toContain("@property");
});

it("keeps the fonts with the letters of English in the page, and sends the others later", () => {
  const first = firstStyle(KINDS, "");
  const later = laterStyle(KINDS);
  for (const font of ["url(latin)", "local(Arial)"]) {
    expect(first).toContain(font);
    expect(later).not.toContain(font);
  }
  expect(first).not.toContain("url(vietnamese)");
  expect(later).toContain("url(vietnamese)");
});

it("sends blocks that the page may lack a rule of later, whole and in their order", () => {
  const later = laterStyle(SHEET);
  const order = [".p-2", ".px-3", ".sm\\:p-4", ".sheet"];
  const places = order.map((part) => later.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  for (const kept of ["theme, utilities;", "--gap", "gap: var", "@keyframes"])
    expect(later).not.toContain(kept);
});

it("keeps the order of the layers if one is left without a rule", () => {
  expect(firstStyle(SHEET, "")).toMatch(/@layer utilities {\s*}/);
});
