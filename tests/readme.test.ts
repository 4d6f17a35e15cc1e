import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) =>
  readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

it("explains every variable of .env.example", () => {
  const variables = [...read(".env.example").matchAll(/^#? ?([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(variables.length).toBeGreaterThan(5);
  const readme = read("README.md");
  expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual(
    [],
  );
});

it("starts with the two commands", () => {
  const [first = ""] = read("README.md").match(/```sh\n[^`]+```/) ?? [];
  expect(first).toContain("npm ci && npm start");
  expect(first).toContain("npm ci && npm test");
});

it("names every npm script, and only those", () => {
  const { scripts } = JSON.parse(read("package.json")) as {
    scripts: Record<string, string>;
  };
  const [, commands = ""] = read("README.md").split(
    /^## (?:Commands|Gotchas)$/m,
  );
  const named = new Set(
    [...commands.matchAll(/`npm (?:run )?([a-z0-9:-]+)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect([...named].sort()).toEqual(Object.keys(scripts).sort());
});
