import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { VALID_DAYS_OUT_OF_RANGE } from "@domain/changes/setOfficeSettings";
import { changesOfSettings, useSettingsForm } from "@/offline/useSettingsForm";
import { expectCall } from "../../support/expectCall";
import { renderUnsent } from "../../support/unsentPage";

it("a form of options saves what was typed when it is left, and stays at a refused text", async () => {
  const onLeave = vi.fn();
  const { current, sent, waiting } = await renderUnsent(() =>
    useSettingsForm({
      shown: { valid_days: "" },
      changesOf: ({ valid_days }) =>
        changesOfSettings(
          "Company details",
          valid_days === undefined ? null : { valid_days: Number(valid_days) },
        ),
      onLeave,
    }),
  );
  act(() => current().type("valid_days", "0"));
  act(() => current().leave());
  expect(current().errorOf("valid_days")).toBe(VALID_DAYS_OUT_OF_RANGE);
  expect(onLeave).not.toHaveBeenCalled();
  expect(waiting()).toEqual([]);

  act(() => current().type("valid_days", "14"));
  expect(current().errorOf("valid_days")).toBeNull();
  act(() => current().leave());
  expect(onLeave).toHaveBeenCalledOnce();
  expectCall("office.setSettings", await sent(), {
    args: { valid_days: 14 },
    subject: { key: "office settings", label: "Office settings" },
    needs: ["message templates"],
    field: null,
    label: "Days an estimate is valid",
  });
});
