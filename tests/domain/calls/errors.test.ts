import { describe, expect, it } from "vitest";
import { APP_ERROR_CODES, isAppErrorData } from "@domain/calls/errors";

describe("the data of an error", () => {
  it.each(APP_ERROR_CODES)(
    "the data of an error is recognized by the code %s and a message",
    (code) => {
      expect(isAppErrorData({ code, message: "No." })).toBe(true);
      expect(isAppErrorData({ code, field: "job_address", message: "No." })).toBe(true);
    },
  );

  it.each([
    null,
    undefined,
    "INVALID",
    {},
    { code: "INVALID" },
    { code: "TEAPOT", message: "No." },
    { code: "INVALID", message: 3 },
    { code: "INVALID", field: 3, message: "No." },
  ])("the data of an error is not recognized in %j", (value) => {
    expect(isAppErrorData(value)).toBe(false);
  });
});
