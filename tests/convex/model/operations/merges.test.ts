import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { mergeTwo } from "@convex/model/operations/merges";

type Ctx = Parameters<typeof mergeTwo>[0];
type Path = FunctionReference<"mutation", "internal">;

const MEMBER = { workspaceId: "anna", by: "anna", byName: "Anna" };
const PAIR = { kept: "C-1001", duplicate: "C-1002" };

/** The steps of an operation that removes so many duplicates. */
function contextWith(duplicatesRemoved: number): Ctx {
  return {
    runQuery: () => Promise.resolve({ kept: {}, duplicates: [{}], run: "run" }),
    runMutation: (path: Path) =>
      Promise.resolve(
        {
          "operations:begin": "operation",
          "operations:mergeBatch": [],
          "operations:end": { duplicatesRemoved },
        }[getFunctionName(path)],
      ),
  } as unknown as Ctx;
}

it("a merge returns its run, and says so if one of the two was changed meanwhile", async () => {
  expect(await mergeTwo(contextWith(1), MEMBER, PAIR)).toBe("run");
  const error: unknown = await mergeTwo(contextWith(0), MEMBER, PAIR).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConvexError);
  expect((error as ConvexError<Record<string, string>>).data).toMatchObject({
    code: "CONFLICT",
    message: "One of them was changed meanwhile. Look at both again.",
  });
});
