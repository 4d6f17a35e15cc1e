import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { AdjustStock } from "@/features/inventory/AdjustStock";
import type { Color } from "@/offline/inventoryQueries";
import { aColor } from "../../../support/builders";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

function open(color: Partial<Color> = {}) {
  const backend = new FakeBackend();
  backend.perform(api.inventory.adjustColorQuantity, () => 1);
  renderOn(backend, <AdjustStock color={aColor({ quantity: 9, ...color })} category="trim" />);
  const amount = screen.getByLabelText<HTMLInputElement>("Amount");
  const type = (text: string) => fireEvent.change(amount, { target: { value: text } });
  const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  const sizes = () =>
    backend.callsOf(api.inventory.adjustColorQuantity).map(({ delta, size }) => [delta, size]);
  return { backend, amount, type, press, sizes };
}

it("adjusts stock without sizes without a size", async () => {
  const { press, sizes } = open({
    sizes: [{ size: "any", quantity: 9, hadStock: true }],
  });
  press(/^Add 1/);
  await vi.waitFor(() => expect(sizes()).not.toEqual([]));
  expect(sizes()).toEqual([[1, undefined]]);
});

it("adjusts the first size of stock with sizes until another one is chosen", async () => {
  const { press, sizes } = open({
    sizes: [
      { size: "6", quantity: 4, hadStock: true },
      { size: "any", quantity: 5, hadStock: true },
    ],
  });
  press(/^Add 1/);
  fireEvent.click(screen.getByRole("radio", { name: "6 in" }));
  press(/^Take off 1/);
  await vi.waitFor(() => expect(sizes()).not.toEqual([]));
  expect(sizes()).toEqual([
    [1, "5"],
    [-1, "6"],
  ]);
});

it.each(["0", "", "x", "1.5", "-2"])(
  "does not accept %j as an amount, and shows 1 again once the field is left",
  (text) => {
    const { amount, type, press, sizes } = open();
    type(text);
    for (const name of [/^Add/, /^Take off/]) {
      expect(screen.getByRole("button", { name })).toBeDisabled();
      press(name);
    }
    expect(sizes()).toEqual([]);
    fireEvent.blur(amount);
    expect(amount).toHaveValue("1");
    type("25");
    fireEvent.blur(amount);
    expect(amount).toHaveValue("25");
  },
);
