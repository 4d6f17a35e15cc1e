import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Field } from "@/components/ui/Field";
import { Input } from "@/components/ui/Input";

it.each([
  ["its error in place of a hint", "Too long.", "In dollars.", "Too long."],
  ["its hint", null, "In dollars.", "In dollars."],
  [
    "its error, and the offer of a button",
    "Too long.",
    <b key="offer">Use it</b>,
    "Too long. Use it",
  ],
  ["nothing", null, null, ""],
] as const)("a field is described by %s", (_, error, hint, description) => {
  render(
    <Field label="Price" error={error} hint={hint}>
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText("Price");
  expect(input).toHaveAccessibleDescription(description);
  expect(input.getAttribute("aria-invalid")).toBe(error ? "true" : null);
});
