import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { PIECE_FEET_OUT_OF_RANGE } from "@domain/estimate/units";
import type { Item } from "@/offline/inventoryQueries";
import { setConnectionState } from "@/lib/connection/connectionState";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { FakeBackend, stubLayout } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { anItem } from "../../../support/builders";
import { aUser, fill, see } from "../../../support/user";

const id = (text: string) => text as Id<"inventoryItems">;

const LEFT = anItem({
  _id: id("left"),
  name: "Left End Cap",
  sku: "CAP-LEFT",
  _prices: [
    { size: "5", price: 1.35 },
    { size: "6", price: 1.75 },
  ],
});
const RIGHT = anItem({
  ...LEFT,
  _id: id("right"),
  name: "Right End Cap",
  sku: "CAP-RIGHT",
});
const RIVETS = anItem({
  _id: id("rivets"),
  name: "Rivets",
  sku: "RIVET",
  _prices: [{ size: "any", price: 1012.5 }],
});
const COIL = anItem({
  _id: id("coil"),
  name: "Coil",
  sku: "COIL",
  _prices: [{ size: "5", price: 0 }],
});

beforeEach(() => {
  stubLayout();
  Element.prototype.scrollIntoView = () => {};
  window.scrollTo = () => {};
});

async function showPrices(items: Item[] | null = [COIL, LEFT, RIGHT, RIVETS], path = "/prices") {
  const client = new FakeBackend();
  client.answer(api.inventory.listItems, () => items ?? undefined);
  client.perform(api.inventory.upsertAliasPrices, () => null);
  renderApp({ path, client });
  await screen.findByRole("heading", { name: "Prices" });
  return {
    client,
    user: aUser(),
    sent: () => client.callsOf(api.inventory.upsertAliasPrices),
  };
}

const select = () => screen.getByRole("combobox", { name: "Item" });
async function choose(user: UserEvent, name: string) {
  await user.click(select());
  await user.click(screen.getByRole("option", { name: (text) => text.startsWith(name) }));
}
const five = () => screen.getByLabelText("5 in price");
const six = () => screen.getByLabelText("6 in price");
const save = () => screen.getByRole("button", { name: "Save Price" });
const rows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [
      within(row).getByTitle("Set its price").textContent,
      ...[...row.children].slice(1).map(({ textContent }) => textContent),
    ]);
const unitButton = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(`^${name}`) })).getByTitle("Change its unit");

// Spec 2.92, 2.93, 9.4
test("lists item, SKU, 5 in and 6 in, with a dash where there is none", async () => {
  await showPrices();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Item",
    "SKU",
    "5 in",
    "6 in",
  ]);
  expect(rows()).toEqual([
    ["Coil", "COIL", "$0.00", "–"],
    ["Left End Cap", "CAP-LEFT", "$1.35", "$1.75"],
    ["Right End Cap", "CAP-RIGHT", "$1.35", "$1.75"],
    ["Rivets", "RIVET", "$1,012.50", "$1,012.50"],
  ]);
  expect(screen.getByRole("region", { name: "Current Prices" })).toHaveClass(
    "max-h-96",
    "overflow-auto",
  );
});

test("finds prices by name and SKU, says when none matches, and keeps a typed price", async () => {
  const { user } = await showPrices();
  await choose(user, "Coil");
  await user.clear(five());
  await fill(user, five(), "7");
  const search = screen.getByRole("searchbox", { name: "Search items" });
  for (const [typed, found] of [
    ["end left", ["Left End Cap"]],
    ["cap-", ["Left End Cap", "Right End Cap"]],
    [" rivet ", ["Rivets"]],
  ] as const) {
    await user.clear(search);
    await fill(user, search, typed);
    expect(rows().map(([name]) => name)).toEqual(found);
  }
  await user.clear(search);
  await fill(user, search, "shingle");
  expect(screen.getByText("No items match this search.")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
  expect(five()).toHaveValue(7);
  await user.click(screen.getByRole("button", { name: "Show all items" }));
  expect(rows()).toHaveLength(4);
});

// Spec 2.89
test("the form is a card titled 'Set Item Price'", async () => {
  await showPrices();
  expect(screen.getByRole("heading", { name: "Set Item Price", level: 2 })).toBeVisible();
  const form = screen.getByRole("form", { name: "Set Item Price" });
  expect(form).toContainElement(select());
  expect(form).toContainElement(save());
});

// Spec 2.89
test("the item select shows name and sku", async () => {
  const { user } = await showPrices();
  expect(select()).toHaveAttribute("placeholder", "Choose an item");
  await user.click(select());
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Coil (COIL)",
    "Left End Cap (CAP-LEFT)",
    "Right End Cap (CAP-RIGHT)",
    "Rivets (RIVET)",
  ]);
});

test("the item select finds an item by words of its name or SKU", async () => {
  const { user } = await showPrices();
  await user.click(select());
  await user.type(select(), "cap left");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Left End Cap (CAP-LEFT)",
  ]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(five()).toHaveValue(1.35);
  await user.clear(select());
  await user.type(select(), "nothing");
  expect(screen.getByText("No item has these words.")).toBeVisible();
  await user.tab();
  expect(select()).toHaveValue("Left End Cap (CAP-LEFT)");
});

// Spec 5.15
test("Save Price requires an item and at least one price", async () => {
  const { user } = await showPrices([anItem({ _id: id("new"), name: "New" })]);
  expect(save()).toBeDisabled();
  await choose(user, "New");
  expect(save()).toBeDisabled();
  await user.type(six(), "4");
  expect(save()).toBeEnabled();
  await user.clear(six());
  expect(save()).toBeDisabled();
});

// Spec 2.90
test("the price fields accept dollars in steps of a cent", async () => {
  await showPrices();
  for (const field of [five(), six()]) {
    expect(field).toHaveAttribute("type", "number");
    expect(field).toHaveAttribute("step", "0.01");
    expect(field).toHaveAttribute("inputmode", "decimal");
  }
});

test("choosing an item fills in its current prices and drops text typed for another", async () => {
  const { user } = await showPrices();
  await choose(user, "Left End Cap (CAP-LEFT)");
  expect(five()).toHaveValue(1.35);
  expect(six()).toHaveValue(1.75);
  await user.clear(five());
  await fill(user, five(), "9");
  await choose(user, "Coil (COIL)");
  expect(five()).toHaveValue(0);
  expect(six()).toHaveValue(null);
  expect(select()).toHaveFocus();
});

// Spec 9.3
test("a fallback price of any size is filled in and labeled", async () => {
  const { user } = await showPrices();
  await choose(user, "Rivets (RIVET)");
  expect(six()).toHaveValue(1012.5);
  expect(six()).toHaveAccessibleDescription("The $1,012.50 of any size");
});

test("a row of the table or the URL chooses an item, whose price field gets the focus", async () => {
  const { user } = await showPrices(undefined, `/prices?item=${RIVETS._id}`);
  expect(select()).toHaveValue("Rivets (RIVET)");
  await waitFor(() => expect(five()).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Coil" }));
  expect(select()).toHaveValue("Coil (COIL)");
  await waitFor(() => expect(five()).toHaveFocus());
  await user.click(select());
  await user.click(screen.getByRole("button", { name: "Coil" }));
  expect(five()).toHaveFocus();
});

// Spec 2.91
test("saving one size sends only that size, and shows the new price", async () => {
  const { client, user, sent } = await showPrices();
  await choose(user, "Coil (COIL)");
  await user.type(six(), "4.5");
  await user.click(save());
  expect(sent()).toEqual([{ sourceItemId: "coil", aliasItemIds: [], price6: 4.5 }]);
  await see("Saved");
  act(() =>
    client.answer(api.inventory.listItems, () => [
      anItem({
        ...COIL,
        _prices: [...COIL._prices, { size: "6", price: 4.5 }],
      }),
    ]),
  );
  expect(five()).toHaveValue(0);
  expect(six()).toHaveValue(4.5);
  expect(rows()).toEqual([["Coil", "COIL", "$0.00", "$4.50"]]);
});

// Spec 7.46
test("a pair is saved together, and a notice shows the other changes", async () => {
  const { user, sent } = await showPrices();
  await choose(user, "Right End Cap (CAP-RIGHT)");
  expect(screen.getByText("Left End Cap costs the same and is saved with it.")).toBeVisible();
  await user.clear(five());
  await fill(user, five(), "3.5");
  expect(screen.getByText("Left End Cap will change too: 5 in from $1.35 to $3.50.")).toBeVisible();
  await user.click(save());
  expect(sent()).toEqual([{ sourceItemId: "right", aliasItemIds: ["left"], price5: 3.5 }]);
  expect(await screen.findByText("Right End Cap and Left End Cap")).toBeVisible();
});

test("another user's price shows at once, but not over typed text", async () => {
  const { client, user } = await showPrices();
  await choose(user, "Left End Cap (CAP-LEFT)");
  await user.clear(five());
  await fill(user, five(), "9");
  act(() =>
    client.answer(api.inventory.listItems, () => [
      anItem({
        ...LEFT,
        _prices: [
          { size: "5", price: 2 },
          { size: "6", price: 3 },
        ],
      }),
    ]),
  );
  expect(five()).toHaveValue(9);
  expect(six()).toHaveValue(3);
});

test("shows a rejected price at the form and keeps it", async () => {
  const { client, user } = await showPrices();
  client.perform(api.inventory.upsertAliasPrices, () => {
    throw new ConvexError({
      code: "INVALID",
      field: "price5",
      message: "Enter a price from $0 to $100,000.",
    });
  });
  await choose(user, "Coil (COIL)");
  await user.clear(five());
  await fill(user, five(), "900000");
  await user.click(save());
  expect(await screen.findByRole("alert")).toHaveTextContent("Enter a price from $0 to $100,000.");
  expect(five()).toHaveValue(900000);
  expect(screen.queryByText("Save failed")).toBeNull();
});

test("shows a refusal that is not about the price, and keeps the input", async () => {
  const { client, user } = await showPrices();
  client.perform(api.inventory.upsertAliasPrices, () => {
    throw new ConvexError({ code: "CONFLICT", message: "Not now." });
  });
  await choose(user, "Coil (COIL)");
  await fill(user, six(), "4");
  await user.click(save());
  await see("Save failed");
  expect(six()).toHaveValue(4);
});

// Spec 2.88
test("'Seed defaults' reports what it added, with Undo only if it added something", async () => {
  const { client, user } = await showPrices([]);
  expect(screen.getByText(/No items yet/)).toBeVisible();
  const seed = async (count: number, change: string | null) => {
    const counts = { items: count, prices: count, colors: count };
    client.perform(api.inventorySeed.seedDefaults, () => counts);
    client.answer(
      api.changes.ofIntent,
      () => change as FunctionReturnType<typeof api.changes.ofIntent>,
    );
    await user.click(screen.getByRole("button", { name: "Seed defaults" }));
    const said = `Seeded ${count} items, ${count} prices, ${count} colors`;
    const title = await screen.findByText(said);
    expect(title).toBeVisible();
    const [toast] = screen.getAllByRole("listitem").filter((item) => item.contains(title));
    return within(toast ?? title).queryByRole("button", { name: "Undo" });
  };
  expect(await seed(0, null)).toBeNull();
  expect(await seed(44, "change1")).toBeVisible();
});

test("reports a failed seed", async () => {
  vi.stubGlobal("reportError", vi.fn());
  const { client, user } = await showPrices([]);
  client.perform(api.inventorySeed.seedDefaults, () => {
    throw new ConvexError({ code: "CONFLICT", message: "Not now." });
  });
  await user.click(screen.getByRole("button", { name: "Seed defaults" }));
  // A toast is in the page one frame before it fades in.
  await waitFor(() => expect(screen.getByText("Failed to seed inventory")).toBeVisible());
  vi.unstubAllGlobals();
});

test("shows that the items are loading", async () => {
  const { client } = await showPrices(null);
  expect(within(screen.getByRole("main")).getByRole("status")).toHaveTextContent("Loading");
  expect(select()).toBeDisabled();
  act(() => client.answer(api.inventory.listItems, () => [COIL]));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test("an error shows a panel, not an empty list", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  client.answer(api.inventory.listItems, () => new Error("disk is full"));
  renderApp({ path: "/prices", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  vi.restoreAllMocks();
});

test("a typed price counts as unsaved until it is saved or another item is chosen", async () => {
  const { user } = await showPrices();
  await choose(user, "Coil");
  expect(hasUnsavedWork()).toBe(false);
  fireEvent.change(five(), { target: { value: "2" } });
  expect(hasUnsavedWork()).toBe(true);
  await choose(user, "Rivets");
  expect(hasUnsavedWork()).toBe(false);
});

test("offers no form without signal if this device has no prices", async () => {
  await showPrices(null);
  expect(select()).toBeVisible();
  act(() => setConnectionState("offline"));
  expect(await screen.findByText(/is not saved on this/)).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Item" })).toBeNull();
});

test("shows the unit of each item, and counts one without a unit as pieces", async () => {
  await showPrices([{ ...COIL, unit: "foot" }, { ...LEFT, unit: "piece", pieceFeet: 10 }, RIVETS]);
  expect(unitButton("Coil")).toHaveTextContent("per foot");
  expect(unitButton("Left End Cap")).toHaveTextContent("per 10 ft");
  expect(unitButton("Rivets")).toHaveTextContent("per piece");
});

test("changes the unit of a pair with Undo, and no price", async () => {
  const { client, user, sent } = await showPrices();
  client.perform(api.inventory.setUnit, () => null);
  await user.click(unitButton("Left End Cap"));
  await user.click(await screen.findByRole("radio", { name: "Foot" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
  expect(client.callsOf(api.inventory.setUnit)).toMatchObject([
    {
      ...{ sourceItemId: "left", aliasItemIds: ["right"] },
      ...{ unit: "foot", pieceFeet: null },
    },
  ]);
  expect(sent()).toEqual([]);
});

test("refuses a fractional number of feet for a piece, at the field", async () => {
  const { client, user } = await showPrices();
  await user.click(unitButton("Coil"));
  const feet = await screen.findByLabelText("Feet of a piece");
  for (const typed of ["0", "1.5", "ten", "1001"]) {
    await user.clear(feet);
    await fill(user, feet, typed);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("alert")).toHaveTextContent(PIECE_FEET_OUT_OF_RANGE);
  }
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(client.callsOf(api.inventory.setUnit)).toEqual([]);
});

test("sends nothing when the unit is opened and closed without a change", async () => {
  const { client, user } = await showPrices();
  await user.click(unitButton("Coil"));
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(client.callsOf(api.inventory.setUnit)).toEqual([]);
});
