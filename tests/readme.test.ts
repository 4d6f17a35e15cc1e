import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

it("explains every variable of .env.example", () => {
  const variables = [...read(".env.example").matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(variables.length).toBeGreaterThan(5);
  const reference = read("docs/reference.md");
  expect(variables.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
});

it("starts with the two commands", () => {
  const [first = ""] = read("README.md").match(/```sh\n[^`]+```/) ?? [];
  expect(first).toContain("npm ci && npm start");
  expect(first).toContain("npm ci && npm test");
});

it("the README is short enough to be read in a minute or two", () => {
  expect(read("README.md").split(/\s+/).length).toBeLessThan(900);
});

it("names every npm script in the reference, and only those", () => {
  const { scripts } = JSON.parse(read("package.json")) as {
    scripts: Record<string, string>;
  };
  const [, commands = ""] = read("docs/reference.md").split(/^## (?:Commands|Gotchas)$/m);
  const named = new Set(
    [...commands.matchAll(/`npm (?:run )?([a-z0-9:-]+)/g)].map(([, name = ""]) => name),
  );
  expect([...named].sort()).toEqual(Object.keys(scripts).sort());
});
