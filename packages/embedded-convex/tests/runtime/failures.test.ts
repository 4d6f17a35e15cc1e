import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test } from "vitest";
import {
  RequestError,
  errorData,
  forCallingFunction,
  newCorrelationId,
  toFailure,
  uncaught,
} from "../../src/runtime/failures";
import { DeveloperError } from "../../src/store/errors";
import { type TestEngine, caller, testEngine } from "./fixtures/testEngine";

let app: TestEngine | null = null;

afterEach(async () => {
  await app?.engine.close();
  app = null;
});

async function failureOf(
  udfPath: string,
  args = {},
  kind: "runQuery" | "runMutation" = "runQuery",
) {
  app ??= testEngine();
  const { outcome } = await app.engine[kind]({ udfPath, args, caller });
  if (outcome.ok) throw new Error("it did not fail");
  return outcome;
}

describe("what a client receives for a failure", () => {
  test("a client receives only a request id for a failure, under which the log has the details", async () => {
    const failure = await failureOf("errors:plain", {}, "runMutation");
    expect(failure.message).toMatch(/^\[Request ID: [0-9a-f]{16}\] Server Error$/);
    expect(failure).not.toHaveProperty("data");
    const correlationId = /[0-9a-f]{16}/.exec(failure.message)?.[0];
    expect(app?.log.lines).toEqual([
      {
        level: "error",
        message: "function failed",
        fields: {
          function: "errors:plain",
          correlationId,
          error: expect.stringContaining("a secret of the server") as string,
        },
      },
    ]);
  });

  test("a client receives the full error text with exposeErrors", async () => {
    app = testEngine({ exposeErrors: true });
    const failure = await failureOf("errors:plain", {}, "runMutation");
    expect(failure.message).toMatch(/Server Error\nUncaught Error: a secret of the server$/);
  });

  test("a client receives the data of a ConvexError, which is not logged", async () => {
    expect(await failureOf("errors:convex")).toMatchObject({
      data: { code: "NOT_FOUND", at: { $integer: "AQAAAAAAAAA=" } },
    });
    expect(app?.log.lines).toEqual([]);
  });

  test.each([
    [
      "items:ofOwner",
      { owner: 1 },
      "ArgumentValidationError: Value does not match validator.\nPath: .owner\nValue: 1.0\nValidator: v.string()",
    ],
    ["items:ofOwner", {}, "ArgumentValidationError: Object is missing the required field `owner`."],
    [
      "items:ofOwner",
      { owner: "a", more: 1 },
      "ArgumentValidationError: Object contains extra field `more` that is not in the validator.",
    ],
    [
      "items:ofOwner",
      { owner: { $integer: "?" } },
      "ArgumentValidationError: Malformed $integer field",
    ],
    [
      "items:nope",
      {},
      "Could not find public function for 'items:nope'. Did you forget to run `npx convex dev` or `npx convex deploy`?",
    ],
    ["nope:nope", {}, "Could not find public function for 'nope:nope'."],
    ["actions:secret", {}, "Could not find public function for 'actions:secret'."],
    ["schema:default", {}, "Could not find public function for 'schema:default'."],
    [
      "counters:increment",
      { name: "a" },
      "Trying to execute counters:increment as Query, but it is defined as Mutation.",
    ],
  ])("describes the request in full: %s %j", async (udfPath, args, sentence) => {
    expect((await failureOf(udfPath, args)).message).toContain(`Server Error\n${sentence}`);
    expect(app?.log.lines).toEqual([]);
  });

  test("hides a result that fails its validator", async () => {
    const { message } = await failureOf("errors:wrongResult");
    expect(message).not.toContain("ReturnsValidationError");
    expect(app?.log.lines[0]?.fields.error).toContain(
      "ReturnsValidationError: Value does not match validator.\n\nValue: 1.0\nValidator: v.string()",
    );
  });

  test("rejects in queries and mutations what Convex rejects", async () => {
    await failureOf("errors:fetches");
    expect(app?.log.lines[0]?.fields.error).toContain(
      "Can't use fetch() in queries and mutations.",
    );
    await failureOf("items:wrongOrder");
    expect(app?.log.lines[1]?.fields.error).toContain("didn't use the index fields in order");
  });
});

describe("errors", () => {
  test("errors keep the data that the convex package leaves on them", () => {
    const thrown = Object.assign(new ConvexError("x"), { data: '{"a":1}' });
    expect(errorData(thrown)).toEqual({ a: 1 });
    expect(errorData(new Error("x"))).toBeUndefined();
    expect(errorData("x")).toBeUndefined();
    expect(errorData(null)).toBeUndefined();
    expect(errorData(new DeveloperError("C", "m", [1]))).toEqual([1]);
  });

  test("errors reach the calling function with their message and data", () => {
    const passedOn = forCallingFunction(new DeveloperError("C", "m", { a: 1 }));
    expect(passedOn).toMatchObject({ message: "m", data: { a: 1 } });
    expect(forCallingFunction("text")).toMatchObject({ message: "text" });
    expect(forCallingFunction(new Error("m"))).not.toHaveProperty("data");
  });

  test("errors are formatted in the log as Convex formats them", () => {
    expect(uncaught(new TypeError("m"))).toBe("Uncaught TypeError: m");
    expect(uncaught(new DeveloperError("C", "m"))).toBe("Uncaught Error: m");
    expect(uncaught("m")).toBe("Uncaught m");
    expect(uncaught(new RequestError("C", "m"))).toBe("m");
    expect(toFailure("m", "id", true).message).toBe("[Request ID: id] Server Error\nUncaught m");
  });

  test("errors have unique ids", () => {
    expect(newCorrelationId()).not.toBe(newCorrelationId());
  });
});
