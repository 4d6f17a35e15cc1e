/** How often a test that fails is tried again: CONTRIBUTING.md says why. */
import { expect, it, vi } from "vitest";
import browserTests from "../playwright.config";
import vite from "../vite.config";

vi.mock("../e2e/support/chromium", () => ({ chromiumLaunch: () => ({}) }));

it("a browser test has two more attempts, one if a failure is a loss, and none in the long project", () => {
  const { projects = [], retries } = browserTests;
  const ownRetries = new Map(projects.map((project) => [project.name, project.retries ?? retries]));
  expect(Object.fromEntries(ownRetries)).toMatchObject({
    "one machine": 2,
    deep: 2,
    "deep, losses": 1,
    "hosted deep": 2,
    "hosted deep, losses": 1,
    long: 0,
  });
  for (const { name, metadata } of projects)
    expect(metadata?.isLoss === true, name).toBe(ownRetries.get(name) === 1);
});

it("a unit test has one more attempt only if it spawns a program", () => {
  const config = vite({ mode: "test", command: "build" });
  const again = (config.test?.projects ?? []).filter(
    (project) =>
      typeof project === "object" && "test" in project && project.test?.retry !== undefined,
  );
  expect(again).toMatchObject([{ test: { name: "deep programs", retry: 1 } }]);
});
