import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { toAppError } from "@/lib/appErrors";

test("keeps the code, field and message of a backend error", () => {
  const data = {
    code: "INVALID",
    field: "job_address",
    message: "Address is required.",
  };
  expect(toAppError(new ConvexError(data))).toEqual(data);
});

test("returns an AppError unchanged", () => {
  const error = { code: "CONFLICT", message: "Taken." } as const;
  expect(toAppError(error)).toBe(error);
});

// Spec 8.10
test("reports a lost connection", () => {
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
])("hides the message of an unexpected error: %s", (thrown) => {
  expect(toAppError(thrown)).toEqual({
    code: "UNEXPECTED",
    message: "Something went wrong. Your change was not saved.",
  });
});

test.each([null, "INVALID", { code: "INVALID" }, { message: "x" }])(
  "treats malformed error data as unexpected: %j",
  (data) => expect(toAppError(new ConvexError(data)).code).toBe("UNEXPECTED"),
);
