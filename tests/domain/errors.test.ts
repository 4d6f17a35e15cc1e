import { describe, expect, it } from "vitest";
import { APP_ERROR_CODES, isAppErrorData } from "@domain/errors";

describe("what travels as a failure", () => {
  it.each(APP_ERROR_CODES)("is known by the code %s and a sentence", (code) => {
    expect(isAppErrorData({ code, message: "No." })).toBe(true);
    expect(isAppErrorData({ code, field: "job_address", message: "No." })).toBe(
      true,
    );
  });

  it.each([
    null,
    undefined,
    "INVALID",
    {},
    { code: "INVALID" },
    { code: "TEAPOT", message: "No." },
    { code: "INVALID", message: 3 },
    { code: "INVALID", field: 3, message: "No." },
  ])("is not %j", (value) => {
    expect(isAppErrorData(value)).toBe(false);
  });
});
