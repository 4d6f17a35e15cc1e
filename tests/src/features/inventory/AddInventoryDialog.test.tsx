import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { beforeAll, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { AddInventoryDialog } from "@/features/inventory/AddInventoryDialog";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";
import { aColor, anItem } from "../../../support/builders";
import { aUser, fill } from "../../../support/user";

const GUTTER = anItem({
  _id: "gutter" as Id<"inventoryItems">,
  name: "Seamless Gutter",
  sku: "GUT-SEAMLESS",
  sizeOptions: ["5", "6"],
});
const RIVETS = anItem({
  _id: "rivets" as Id<"inventoryItems">,
  name: "Rivets",
  sku: "RIVET",
});
const BROWNS = Array.from({ length: 9 }, (_, index) =>
  aColor({ colorNumber: `18${index}`, colorName: `Brown ${index}` }),
);

beforeAll(stubLayout);

function open() {
  const backend = new FakeBackend();
  backend.answer(api.inventory.listItems, () => [RIVETS, GUTTER]);
  backend.answer(api.inventory.listColors, () => BROWNS);
  backend.perform(api.inventory.recordIntake, () => ["txn1" as Id<"inventoryTxns">]);
  const onClose = vi.fn();
  renderOn(backend, <AddInventoryDialog onClose={onClose} />);
  return {
    user: aUser(),
    backend,
    onClose,
    sent: () => backend.callsOf(api.inventory.recordIntake),
  };
}

const row = (number: number) => within(screen.getByRole("group", { name: `Row ${number}` }));
const item = (number = 1) => row(number).getByLabelText("Item");
const size = (number = 1) => row(number).getByRole("button", { name: /^Size/ });
const quantity = (number = 1) => row(number).getByLabelText("Qty");
const color = (number = 1) => row(number).getByLabelText("Color");
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

// Spec 2.84, 2.85
test("opens with one blank row", () => {
  open();
  expect(screen.getAllByRole("group", { name: /^Row/ })).toHaveLength(1);
  expect(item()).toHaveValue("");
  expect(size()).toHaveTextContent("Any");
  expect(quantity()).toHaveValue("");
  expect(color()).toHaveValue("");
});

// Spec 5.18
test("the size toggles between 5 and 6 only if the item offers them, else it is Any", async () => {
  const { user } = open();
  await user.selectOptions(item(), "gutter");
  expect(size()).toHaveTextContent("5");
  await user.click(size());
  expect(size()).toHaveTextContent("6");
  await user.click(size());
  expect(size()).toHaveTextContent("5");
  await user.selectOptions(item(), "rivets");
  expect(size()).toHaveTextContent("Any");
  expect(size()).toBeDisabled();
});

// Spec 5.19, 9.10
test("suggests at most six colors by number or name, and fills in the selected one", async () => {
  const { user } = open();
  await user.type(color(), "brown");
  expect(screen.getAllByRole("option", { name: /Brown/ })).toHaveLength(6);
  await user.clear(color());
  await fill(user, color(), "184");
  await user.click(screen.getByRole("option", { name: "184 - Brown 4" }));
  expect(color()).toHaveValue("184 - Brown 4");
});

// Spec 2.86, 5.16, 5.20, 5.22
test("submits all rows at once, as numbers and names, and closes", async () => {
  const { user, sent, onClose } = open();
  await user.selectOptions(item(), "gutter");
  await user.click(size());
  await user.type(quantity(), "40");
  await user.type(color(), " 180 - Musket Brown");
  await press(user, "+ Add");
  await user.selectOptions(item(2), "rivets");
  await fill(user, quantity(2), "12");
  await press(user, "+ Add");
  await fill(user, quantity(3), "5");
  await press(user, "Submit");
  expect(sent()).toEqual([
    {
      entries: [
        {
          itemId: "gutter",
          type: "intake",
          quantity: 40,
          size: "6",
          colorNumber: "180",
        },
        { itemId: "rivets", type: "intake", quantity: 12 },
      ],
    },
  ]);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await screen.findByText("Inventory added")).toBeVisible();
  expect(screen.getByText("2 rows, 1 row without an item or a quantity skipped")).toBeVisible();
});

// Spec 5.17, 5.23
test("reports a quantity that is not a whole number instead of skipping the row", async () => {
  const { user, sent, onClose } = open();
  await user.selectOptions(item(), "gutter");
  await user.type(quantity(), "1.5");
  await press(user, "Submit");
  expect(screen.getByRole("alert")).toHaveTextContent("Enter a whole number.");
  expect(quantity()).toBeInvalid();
  expect(sent()).toEqual([]);
  await user.clear(quantity());
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test("reports missing fields if no row can be sent, and closes if all rows are blank", async () => {
  const { user, sent, onClose } = open();
  await user.selectOptions(item(), "gutter");
  await press(user, "Submit");
  expect(screen.getByRole("alert")).toHaveTextContent("Enter a quantity.");
  await user.selectOptions(item(), "");
  await press(user, "Submit");
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent()).toEqual([]);
});

test("shows a server error at its row and keeps the input", async () => {
  const { user, backend, onClose } = open();
  backend.perform(api.inventory.recordIntake, () => {
    throw new ConvexError({
      code: "INVALID",
      field: "entries.1.colorNumber",
      message: "Row 2: There is no color 999. Choose one from the list.",
    });
  });
  await user.selectOptions(item(), "gutter");
  await fill(user, quantity(), "40");
  await press(user, "+ Add");
  await user.selectOptions(item(2), "rivets");
  await fill(user, quantity(2), "12");
  await fill(user, color(2), "999");
  await press(user, "Submit");
  expect(await row(2).findByRole("alert")).toHaveTextContent(
    /^There is no color 999\. Choose one from the list\.$/,
  );
  expect(color(2)).toBeInvalid();
  expect(row(1).queryByRole("alert")).not.toBeInTheDocument();
  expect(quantity()).toHaveValue("40");
  expect(item(2)).toHaveValue("rivets");
  expect(color(2)).toHaveValue("999");
  expect(onClose).not.toHaveBeenCalled();
});

test("shows a refusal that no row explains, and keeps the input", async () => {
  const { user, backend, onClose } = open();
  backend.perform(api.inventory.recordIntake, () => {
    throw new ConvexError({ code: "CONFLICT", message: "Not now." });
  });
  await user.selectOptions(item(), "gutter");
  await fill(user, quantity(), "40");
  await press(user, "Submit");
  expect(await screen.findByText("Inventory not added")).toBeVisible();
  expect(quantity()).toHaveValue("40");
  expect(onClose).not.toHaveBeenCalled();
});

test("a row can be removed, but not the only one", async () => {
  const { user } = open();
  expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
  await fill(user, quantity(), "1");
  await press(user, "+ Add");
  await fill(user, quantity(2), "2");
  await press(user, "Remove row 1");
  expect(screen.getAllByRole("group", { name: /^Row/ })).toHaveLength(1);
  expect(quantity()).toHaveValue("2");
});

// Spec 2.86
test("Cancel closes; Esc asks first if something was typed", async () => {
  const { user, onClose } = open();
  await fill(user, quantity(), "40");
  await user.keyboard("{Escape}");
  expect(screen.getByText("Discard these rows?")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await press(user, "Keep editing");
  expect(quantity()).toHaveValue("40");
  await press(user, "Cancel");
  expect(onClose).toHaveBeenCalledOnce();
});

test("asks about an unusual amount once, and adds it with the second press", async () => {
  const { user, backend, sent } = open();
  backend.answer(api.inventory.listColors, () => [aColor({ colorNumber: "180", quantity: 12 })]);
  await user.selectOptions(item(), "gutter");
  await fill(user, quantity(), "400");
  await fill(user, color(), "180");
  await press(user, "Submit");
  expect(row(1).getByRole("alert")).toHaveTextContent(
    "400 is more than ten times the 12 in stock. Press Submit again to add it.",
  );
  expect(sent()).toEqual([]);
  await press(user, "Submit");
  expect(sent()).toHaveLength(1);
});
