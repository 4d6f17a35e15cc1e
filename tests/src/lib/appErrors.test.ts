import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { readRefusal, toAppError } from "@/lib/appErrors";

test("keeps the code, the field and the sentence of a refusal", () => {
  const refusal = {
    code: "INVALID",
    field: "job_address",
    message: "Address is required.",
  };
  expect(toAppError(new ConvexError(refusal))).toEqual(refusal);
});

test("shows an error that it made itself as it is", () => {
  const error = { code: "CONFLICT", message: "Taken." } as const;
  expect(toAppError(error)).toBe(error);
});

test("names a lost connection", () => {
  const error = new Error("Connection lost while action was in flight");
  expect(toAppError(error)).toEqual({
    code: "CONNECTION_LOST",
    message: "Connection lost while action was in flight",
  });
});

test.each([
  new Error("secret"),
  "text",
  null,
  undefined,
  new ConvexError("?"),
  new ConvexError({ code: "TEAPOT", message: "?" }),
])("tells nothing of an unexpected failure: %s", (thrown) => {
  expect(toAppError(thrown)).toEqual({
    code: "UNEXPECTED",
    message: "Something went wrong. Your change was not saved.",
  });
});

test.each([null, "INVALID", { code: "INVALID" }, { message: "x" }])(
  "a body that is no refusal is none: %j",
  (body) => expect(readRefusal(body)).toBeNull(),
);
