import { expect, it } from "vitest";
import { splitStyle } from "../../scripts/firstStyle";

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
@keyframes rise { 12.5% { opacity: 0.5 } }`;

const classesOf = (code: string) => {
  const { first } = splitStyle(SHEET, code);
  return [
    "px-3",
    "bg-canvas\\/90",
    "max-\\[22\\.5rem\\]\\:hidden",
    "\\[\\&_svg\\]\\:size-6",
    "\\32 xl\\:flex",
    "space-y-1",
    "sm\\:p-4",
    "sheet",
  ].filter((name) => first.includes(`.${name}`));
};

it("keeps the rules whose classes stand in the code, as HTML and scripts write them", () => {
  expect(classesOf('<p class="px-3 bg-canvas/90">')).toEqual([
    "px-3",
    "bg-canvas\\/90",
  ]);
  expect(
    classesOf("e(`max-[22.5rem]:hidden ${a?`[&_svg]:size-6`:`2xl:flex`}`)"),
  ).toEqual([
    "max-\\[22\\.5rem\\]\\:hidden",
    "\\[\\&_svg\\]\\:size-6",
    "\\32 xl\\:flex",
  ]);
  expect(classesOf("clsx(`space-y-1`,x&&`sm:p-4`)")).toEqual([
    "space-y-1",
    "sm\\:p-4",
  ]);
});

it("does not take a part of a longer class name for the class", () => {
  expect(classesOf("`sm:px-3 px-30 -px-3 npx-3`")).toEqual([]);
});

it("keeps every rule without a class in the page", () => {
  const { first } = splitStyle(SHEET, "");
  for (const rule of [
    "@layer theme, utilities;",
    "--gap",
    "body { margin: 0 }",
    "12.5%",
  ])
    expect(first).toContain(rule);
  expect(first).not.toContain("@media (width >= 40rem)");
});

it("sends the blocks later of which the page lacks a rule, whole and in their order", () => {
  const { later } = splitStyle(SHEET, "`p-2 sm:p-4 sheet`");
  expect(later).toContain(".p-2");
  expect(later.indexOf(".px-3")).toBeGreaterThan(later.indexOf(".p-2"));
  expect(later.indexOf(".sm\\:p-4")).toBeGreaterThan(later.indexOf(".px-3"));
  for (const kept of ["--gap", "@media print", "@keyframes"])
    expect(later).not.toContain(kept);
});
