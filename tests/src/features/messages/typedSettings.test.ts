// @vitest-environment node
import { expect, it } from "vitest";
import { changedSettings, settledHour, shownSettings } from "@/features/messages/typedSettings";

it("every time that can be stored is read back as it is shown", () => {
  for (let minute = 0; minute < 1440; minute++) {
    const settings = { opens_at: minute, closes_at: 1440 - minute };
    const typed = shownSettings(settings);
    expect(changedSettings(settings, typed)).toBeNull();
    expect(changedSettings({}, typed)).toEqual(settings);
  }
});

it.each([
  ["opens_at", "6", "6:00 AM"],
  ["closes_at", "6", "6:00 PM"],
  ["opens_at", "soon", "soon"],
  ["opens_at", " ", " "],
] as const)("%s %j is shown as %j once it is left", (field, text, shown) => {
  expect(settledHour(field, text)).toBe(shown);
});

it("sends a cleared name and cleared hours as null, and an unreadable time as NaN", () => {
  const settings = { company_name: "Elm", opens_at: 480, closes_at: 1020 };
  expect(changedSettings(settings, { company_name: " " })).toEqual({
    company_name: null,
  });
  expect(changedSettings(settings, { opens_at: "", closes_at: "" })).toEqual({
    opens_at: null,
    closes_at: null,
  });
  expect(changedSettings(settings, { opens_at: "soon" })).toEqual({
    opens_at: Number.NaN,
    closes_at: 1020,
  });
});
