import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { QUANTITY_OF_LINE } from "@domain/estimate/units";
import { ITEM_PRICE_OUT_OF_RANGE } from "@domain/stock/priceInput";
import { expectCall } from "../../../support/expectCall";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, halfType, LEAVE, openJob } from "../../../support/jobDialogs";
import { fill, retype } from "../../../support/user";

beforeAll(stubLayout);
afterEach(endDialogs);

const LABOR = {
  ...{ _id: "line1", _creationTime: 1, jobId: "job1", clientKey: "labor" },
  ...{ name: "Labor", quantity: 1, price: 450, order: "i" },
};

async function open() {
  const dialog = openJob({
    prepare: (backend) => {
      backend.answer(api.inventory.listItems, () => []);
      backend.answer(api.inventory.listColors, () => []);
      backend.answer(api.lines.ofJob, () => [LABOR] as never);
      backend.perform(api.lines.edit, () => null);
    },
  });
  return { ...dialog, added: await screen.findByLabelText("Add a row") };
}

it.each(Object.entries(LEAVE))(
  "a job that is left by %s stays open with the text of a row that was not added, and sends nothing of it",
  async (_way, leave) => {
    const { user, added, onClose, backend } = await open();
    await fill(user, added, "120 6in gutter");
    await leave(user);
    expect(onClose).not.toHaveBeenCalled();
    expect(added).toHaveValue("120 6in gutter");
    expect(added).toHaveAccessibleDescription("Add this row, or clear it.");
    expect(added).toHaveFocus();
    await user.click(button("Discard"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(backend.calls).toEqual([]);
  },
);

it("a job that is left by Esc saves the typed quantity of a row, and stays open with a refused one", async () => {
  const { user, onClose, backend } = await open();
  await user.click(screen.getByRole("button", { name: /^Labor/ }));
  const quantity = screen.getByLabelText("Quantity");
  await retype(user, quantity, "2.5");
  await LEAVE.Esc(user);
  expect(onClose).not.toHaveBeenCalled();
  expect(quantity).toHaveFocus();
  expect(quantity).toHaveAccessibleDescription(QUANTITY_OF_LINE);
  await retype(user, quantity, "2");
  await LEAVE.Esc(user);
  expect(onClose).toHaveBeenCalledOnce();
  expectCall("lines.edit", backend, {
    args: expect.objectContaining({
      lines: [{ clientKey: "labor", quantity: 2 }],
    }) as { id: unknown },
  });
});

it("a price of a row that the browser cannot read keeps the job open, and is not taken for a field of the form", async () => {
  const { user, onClose, backend } = await open();
  await user.click(screen.getByRole("button", { name: /^Labor/ }));
  const price = screen.getByLabelText("Price each");
  price.focus();
  halfType("Price each");
  fireEvent.change(price, { target: { value: "4" } });
  await LEAVE.Esc(user);
  expect(onClose).not.toHaveBeenCalled();
  expect(price).toHaveAccessibleDescription(ITEM_PRICE_OUT_OF_RANGE);
  await user.click(button("Discard"));
  expect(onClose).toHaveBeenCalledOnce();
  expect(backend.calls).toEqual([]);
});
