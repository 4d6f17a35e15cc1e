import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openLazily, press, WithoutField } from "../../../support/lazyDialogPage";

it("drops the keys if the dialog has no field", async () => {
  const { user, load, pressed } = openLazily(WithoutField);
  const search = screen.getByLabelText("Search jobs");
  await user.click(search);
  press("k", { ctrlKey: true });
  await user.keyboard("carter{Enter}");
  load();
  expect(await screen.findByRole("dialog", { name: "Keys" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(search).toHaveFocus());
  expect(search).toHaveValue("");
  expect(pressed).not.toHaveBeenCalled();
  await user.keyboard("t");
  expect(search).toHaveValue("t");
});

it("leaves the browser its own keys while the dialog is loaded", () => {
  openLazily();
  press("k", { ctrlKey: true });
  expect(press("t")).toBe(false);
  expect(press("@", { ctrlKey: true, altKey: true, modifierAltGraph: true })).toBe(false);
  for (const [key, init] of [
    ["F5", {}],
    ["r", { ctrlKey: true }],
    ["r", { metaKey: true }],
    ["ArrowLeft", { altKey: true }],
  ] as const)
    expect(press(key, init), key).toBe(true);
});
