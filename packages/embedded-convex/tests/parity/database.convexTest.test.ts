import { convexTest } from "convex-test";
import { beforeEach, expect, it, vi } from "vitest";
import type { ParityBackend, ParityCaller } from "../support/parity";
import { databaseBehaviors } from "./database/behaviors";
import { databaseModules, databaseSchema } from "./database/functions";

/** The modules by the paths at which convex-test looks for them. It needs only the path of the generated folder. */
const modules = Object.fromEntries([
  ["./convex/_generated/api.ts", () => Promise.resolve({})],
  ...Object.entries(databaseModules).map(([name, module]) => [
    `./convex/${name}.ts`,
    () => Promise.resolve(module),
  ]),
]) as Record<string, () => Promise<unknown>>;

function openParityBackend(): ParityBackend {
  const t = convexTest({ schema: databaseSchema, modules });
  const calls = t as unknown as Pick<ParityCaller, "query" | "mutation" | "action">;
  const caller: ParityCaller = {
    query: async (query, args) => await calls.query(query, args),
    mutation: async (mutation, args) => await calls.mutation(mutation, args),
    action: async (action, args) => await calls.action(action, args),
    fetchUpload: () => Promise.reject(new Error("There is no route for it.")),
  };
  return { as: () => caller };
}

beforeEach(() => {
  // convex-test prints the error of a scheduled function, which one of the behaviors is about.
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => print.mockRestore();
});

it.each(databaseBehaviors.filter(({ differs }) => differs === undefined))(
  "$name",
  async ({ run, shows }) => {
    expect(await run(openParityBackend())).toEqual(shows);
  },
);
