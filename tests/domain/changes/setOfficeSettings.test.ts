import { expect, it } from "vitest";
import {
  CLOSES_MISSING,
  CLOSES_TOO_EARLY,
  OPENS_MISSING,
  settingsOfChange,
  TIME_MALFORMED,
} from "@domain/changes/setOfficeSettings";
import { Refusal } from "@domain/calls/refusals";

it.each([
  [{}, {}],
  [{ company_name: " Elm Gutters " }, { company_name: "Elm Gutters" }],
  [{ company_name: "Elm\r\nGutters\n" }, { company_name: "Elm Gutters" }],
  [{ company_name: "  " }, { company_name: undefined }],
  [
    { opens_at: 0, closes_at: 1440 },
    { opens_at: 0, closes_at: 1440 },
  ],
  [
    { opens_at: null, closes_at: null },
    { opens_at: undefined, closes_at: undefined },
  ],
  [{ closes_at: null }, { opens_at: undefined, closes_at: undefined }],
])("takes %j, both hours together", (args, fields) => {
  expect(settingsOfChange(args)).toStrictEqual(fields);
});

it.each([
  [{ opens_at: 480 }, "closes_at", CLOSES_MISSING],
  [{ opens_at: null, closes_at: 1020 }, "opens_at", OPENS_MISSING],
  [{ opens_at: 480, closes_at: 480 }, "closes_at", CLOSES_TOO_EARLY],
  [{ opens_at: -1, closes_at: 1020 }, "opens_at", TIME_MALFORMED],
  [{ opens_at: 480.5, closes_at: 1020 }, "opens_at", TIME_MALFORMED],
  [{ opens_at: 480, closes_at: 1441 }, "closes_at", TIME_MALFORMED],
  [{ opens_at: 480, closes_at: Number.NaN }, "closes_at", TIME_MALFORMED],
])("refuses %j at %s", (args, field, message) => {
  const refusal = () => {
    try {
      return settingsOfChange(args);
    } catch (error) {
      return error instanceof Refusal ? error.data : error;
    }
  };
  expect(refusal()).toEqual({ code: "INVALID", field, message });
});
