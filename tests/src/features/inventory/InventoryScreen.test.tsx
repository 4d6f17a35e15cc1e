import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { setConnectionState } from "@/lib/connection/connectionState";
import { LEVEL_OUT_OF_RANGE } from "@domain/stock/reorder";
import type { Color } from "@/offline/inventoryQueries";
import { stubLayout, FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { aColor, anItem } from "../../../support/builders";
import { aUser, fill } from "../../../support/user";

const WHITE = aColor({
  colorNumber: "001",
  colorName: "30 Degree White",
  hexColor: "#f4f2ea",
  quantity: 3,
});
const BROWN = aColor({ quantity: 52 });
const TERRATONE = aColor({
  colorNumber: "200",
  colorName: "Terratone",
  hexColor: "#5b5344",
  sizeOptions: ["6"],
});
const NO_ITEMS = { items5: [], items6: [] };

const scrolledTo: Element[] = [];

beforeEach(() => {
  stubLayout();
  window.scrollTo = () => {};
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolledTo.push(this);
  };
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 9000, 300, 99);
});

async function showInventory(
  colors: Color[] | null = [WHITE, BROWN, TERRATONE],
  path = "/inventory",
) {
  const client = new FakeBackend();
  client.answer(api.inventory.listColors, () => colors ?? undefined);
  client.answer(api.inventory.listColorBreakdown, () => NO_ITEMS);
  client.answer(api.inventory.listItems, () => []);
  const app = renderApp({ path, client });
  await screen.findByRole("tab", { name: "Gutter" });
  return { ...app, user: aUser() };
}

const card = (name: RegExp) => screen.getByRole("button", { name });
const cards = () => within(screen.getByRole("list", { name: "Colors" })).getAllByRole("article");
const numbers = () => cards().map(({ textContent }) => /001|180|200/.exec(textContent ?? "")?.[0]);
const toggle = (name: RegExp) => screen.getByRole("button", { name });

test("the keys J and K move through the cards", async () => {
  const { user } = await showInventory();
  await user.keyboard("jj");
  expect(card(/Musket Brown/)).toHaveFocus();
  await user.keyboard("k");
  expect(card(/30 Degree White/)).toHaveFocus();
});

// Spec 2.71
test("the inventory has five tabs, Gutter first, each with its own stock", async () => {
  const { client, user } = await showInventory();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
    "Gutter",
    "Filter",
    "Wood",
    "Trim",
    "Soffit",
  ]);
  expect(screen.getByRole("tab", { name: "Gutter" })).toHaveAttribute("aria-selected", "true");
  client.answer(api.inventory.listColors, ({ category }) => [
    aColor({ quantity: category === "trim" ? 7 : 52 }),
  ]);
  await user.click(screen.getByRole("tab", { name: "Trim" }));
  expect(card(/Musket Brown/)).toHaveTextContent("7 in stock");
});

// Spec 2.76, 2.77
test("a card has name, number, sizes, stock and its own color, readable", async () => {
  await showInventory();
  const brown = card(/Musket Brown/);
  expect(brown).toHaveTextContent("180");
  expect(brown).toHaveTextContent("5 & 6");
  expect(brown).toHaveTextContent("52 in stock");
  expect(brown).toHaveStyle({ backgroundColor: "#4a3b31", color: "#ffffff" });
  expect(card(/30 Degree White/)).toHaveStyle({
    backgroundColor: "#f4f2ea",
    color: "#000000",
  });
  expect(within(card(/Terratone/)).getByText(/^6/)).toBeVisible();
  expect(card(/Terratone/)).toHaveTextContent("0 in stock");
});

/** All pictures but the arrow that opens the card. */
const warningsIn = (name: RegExp) => card(name).querySelectorAll("svg").length - 1;

test("a color that never had stock has no warning", async () => {
  await showInventory([aColor({ quantity: 0 })]);
  expect(card(/Musket Brown/)).toHaveTextContent("0 in stock");
  expect(warningsIn(/Musket Brown/)).toBe(0);
});

test("a size that ran out and one below its level are named with one warning", async () => {
  await showInventory([
    aColor({
      quantity: 3,
      sizes: [
        { size: "5", quantity: 0, hadStock: true },
        { size: "6", quantity: 3, hadStock: true },
      ],
      levels: [{ size: "6", level: 10 }],
    }),
  ]);
  expect(card(/Musket Brown/)).toHaveTextContent("5 in: none left, 6 in: 3 of 10");
  expect(warningsIn(/Musket Brown/)).toBe(1);
});

test("the open card sets and clears the level of a size, and refuses half a piece", async () => {
  const { client, user } = await showInventory([aColor({ levels: [{ size: "5", level: 10 }] })]);
  client.perform(api.inventory.setReorderLevel, () => null);
  await user.click(card(/Musket Brown/));
  const levels = await screen.findByRole("group", { name: "Order when below" });
  const five = within(levels).getByRole("textbox", { name: /^5 in/ });
  const six = within(levels).getByRole("textbox", { name: /^6 in/ });
  expect(five).toHaveValue("10");
  await user.clear(five);
  await fill(user, six, "2.5");
  await user.tab();
  expect(within(levels).getByRole("alert")).toHaveTextContent(LEVEL_OUT_OF_RANGE);
  await user.clear(six);
  await fill(user, six, "25");
  await user.keyboard("{Enter}");
  const level = { colorNumber: "180", category: "gutter" };
  expect(client.callsOf(api.inventory.setReorderLevel)).toEqual([
    { ...level, size: "5", level: null },
    { ...level, size: "6", level: 25 },
  ]);
});

test("the list of what to order is grouped by category, color and size", async () => {
  const { client, user } = await showInventory();
  client.answer(api.inventory.listColors, ({ category }) =>
    category === "trim"
      ? [
          aColor({
            levels: [
              { size: "5", level: 4 },
              { size: "6", level: 2 },
            ],
          }),
        ]
      : [aColor({ quantity: 9 })],
  );
  await user.click(screen.getByRole("button", { name: "To order" }));
  const dialog = await screen.findByRole("dialog", { name: "What to order" });
  const trim = within(dialog).getByRole("table", { name: "Trim" });
  expect(
    within(trim)
      .getAllByRole("row")
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ["Color", "Size", "Stock", "Level", "Missing"],
    ["180 Musket Brown", "5 in", "0", "4", "4"],
    ["180 Musket Brown", "6 in", "0", "2", "2"],
  ]);
  expect(within(dialog).getByText("2 sizes")).toBeVisible();
  expect(within(dialog).getAllByRole("table")).toHaveLength(1);
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
});

test("a stock of thousands is grouped", async () => {
  await showInventory([aColor({ quantity: 12_500 })]);
  expect(card(/Musket Brown/)).toHaveTextContent("12,500 in stock");
});

// Spec 2.75
test("the cards are a grid of one column, of two on medium screens and three on wide", async () => {
  await showInventory();
  expect(screen.getByRole("list", { name: "Colors" })).toHaveClass(
    "grid",
    "grid-cols-1",
    "md:grid-cols-2",
    "lg:grid-cols-3",
  );
});

// Spec 2.72
test("searches by number or name", async () => {
  const { user } = await showInventory();
  const search = screen.getByRole("searchbox", { name: "Search colors" });
  await user.type(search, "BROWN");
  expect(numbers()).toEqual(["180"]);
  await user.clear(search);
  await user.type(search, "20");
  expect(numbers()).toEqual(["200"]);
  await user.type(search, "x");
  expect(screen.getByText("No colors match this search and size.")).toBeVisible();
});

test("shows all colors again on request, in the order that was chosen", async () => {
  const { user } = await showInventory();
  await user.click(toggle(/^Sort/));
  const byQuantity = numbers();
  await user.click(toggle(/^Size/));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "x" } });
  await user.click(screen.getByRole("button", { name: "Show all colors" }));
  expect(numbers()).toEqual(byQuantity);
  expect(screen.getByRole("searchbox")).toHaveValue("");
  expect(toggle(/^Sort/)).toHaveTextContent("Quantity");
  expect(toggle(/^Size/)).toHaveTextContent("5 & 6");
});

// Spec 2.73, 2.78
test("the size filter cycles through 5 & 6, 5 and 6", async () => {
  const { user } = await showInventory();
  expect(toggle(/^Size/)).toHaveTextContent("5 & 6");
  await user.click(toggle(/^Size/));
  expect(toggle(/^Size/)).toHaveTextContent(/: ?5$/);
  expect(numbers()).toEqual(["001", "180"]);
  await user.click(toggle(/^Size/));
  expect(toggle(/^Size/)).toHaveTextContent(/: ?6$/);
  expect(numbers()).toEqual(["001", "180", "200"]);
  await user.click(toggle(/^Size/));
  expect(toggle(/^Size/)).toHaveTextContent("5 & 6");
});

// Spec 2.74
test("sorts by number, or by quantity with the most first", async () => {
  const { user } = await showInventory();
  expect(numbers()).toEqual(["001", "180", "200"]);
  await user.click(toggle(/^Sort/));
  expect(toggle(/^Sort/)).toHaveTextContent("Quantity");
  expect(numbers()).toEqual(["180", "001", "200"]);
});

// Spec 2.79, 2.80, 2.82, 4.29
test("one card is open at a time, and the URL names it", async () => {
  const { user, history } = await showInventory();
  const entries = history.length;
  await user.click(card(/Musket Brown/));
  await waitFor(() => expect(history.location.search).toBe("?color=180"));
  expect(card(/Musket Brown/)).toHaveAttribute("aria-expanded", "true");
  await user.click(card(/30 Degree White/));
  await waitFor(() => expect(history.location.search).toBe("?color=001"));
  expect(card(/Musket Brown/)).toHaveAttribute("aria-expanded", "false");
  expect(screen.getAllByText("No items")).toHaveLength(1);
  await user.click(card(/30 Degree White/));
  await waitFor(() => expect(history.location.search).toBe(""));
  expect(screen.queryByText("No items")).not.toBeInTheDocument();
  expect(history.length).toBe(entries);
});

// Spec 2.15
test("the card in the URL is open and scrolled into view after a reload", async () => {
  await showInventory([WHITE, BROWN], "/inventory?color=180");
  expect(card(/Musket Brown/)).toHaveAttribute("aria-expanded", "true");
  expect(scrolledTo).toContain(card(/Musket Brown/).closest("article"));
});

test("a card that a person opens stays where it is", async () => {
  const { user } = await showInventory();
  await user.click(card(/Musket Brown/));
  expect(await screen.findByRole("region", { name: /Musket Brown/ })).toBeVisible();
  expect(scrolledTo).toEqual([]);
});

test("a URL with an unknown color opens nothing", async () => {
  await showInventory([WHITE, BROWN], "/inventory?color=999");
  expect(screen.getAllByRole("button", { expanded: false })).not.toHaveLength(0);
  expect(screen.queryByRole("button", { expanded: true })).toBeNull();
});

// Spec 2.81, 2.83
test("an open card lists the received items, 5 inch and 6 inch", async () => {
  const { client, user } = await showInventory();
  const asked = vi.fn(() => ({
    items5: [
      { name: "Seamless Gutter", qty: 40 },
      { name: "Rivets", qty: 12 },
    ],
    items6: [{ name: "Hidden Hanger", qty: 7 }],
  }));
  client.answer(api.inventory.listColorBreakdown, asked);
  await user.click(card(/Musket Brown/));
  const listed = async (name: string) =>
    within(await screen.findByRole("list", { name }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(await listed("5 inch")).toEqual(["Seamless Gutter40", "Rivets12"]);
  expect(await listed("6 inch")).toEqual(["Hidden Hanger7"]);
  expect(asked).toHaveBeenCalledWith({
    colorNumber: "180",
    category: "gutter",
  });
});

// Spec 8.13
test("the card opens without its list if that cannot be loaded", async () => {
  const { client, user } = await showInventory();
  client.answer(api.inventory.listColorBreakdown, () => new Error("no such table"));
  await user.click(card(/Musket Brown/));
  expect(await screen.findByRole("group", { name: "Adjust stock" })).toBeVisible();
  expect(card(/Musket Brown/)).toHaveAttribute("aria-expanded", "true");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(screen.queryByText(/went wrong|no such table/)).toBeNull();
});

test("an open card adjusts the stock of a size, more or fewer", async () => {
  const { client, user } = await showInventory();
  client.perform(api.inventory.adjustColorQuantity, () => 53);
  await user.click(card(/Musket Brown/));
  await user.click(await screen.findByRole("button", { name: "Add 1" }));
  await user.click(screen.getByRole("radio", { name: "6 in" }));
  const amount = screen.getByRole("textbox", { name: "Amount" });
  await user.clear(amount);
  expect(screen.getByRole("button", { name: "Take off" })).toBeDisabled();
  await fill(user, amount, "25");
  await user.click(screen.getByRole("button", { name: "Take off 25" }));
  expect(client.callsOf(api.inventory.adjustColorQuantity)).toEqual([
    { colorNumber: "180", delta: 1, size: "5", category: "gutter" },
    { colorNumber: "180", delta: -25, size: "6", category: "gutter" },
  ]);
});

test("a rejected adjustment shows the reason", async () => {
  const { client, user } = await showInventory();
  client.perform(api.inventory.adjustColorQuantity, () => {
    throw new ConvexError({
      code: "INVALID",
      field: "delta",
      message: "Only 3 in stock, so 5 cannot be taken off.",
    });
  });
  await user.click(card(/30 Degree White/));
  await user.click(await screen.findByRole("button", { name: "Take off 1" }));
  expect(await screen.findByText(/Only 3 in stock, so 5 cannot be taken off\./)).toBeVisible();
});

test("shows a spinner while loading, and links to Settings if there are no colors", async () => {
  const { client } = await showInventory(null);
  expect(within(screen.getByRole("main")).getByRole("status")).toHaveTextContent("Loading");
  act(() => client.answer(api.inventory.listColors, () => []));
  expect(screen.getByText(/No colors yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/settings");
});

// Spec 2.84, 4.30
test("the floating button opens the dialog with one blank row", async () => {
  const { user } = await showInventory();
  await user.click(screen.getByRole("button", { name: "Add inventory row" }));
  const dialog = await screen.findByRole("dialog", { name: "Add Inventory" });
  expect(within(dialog).getAllByRole("group")).toHaveLength(1);
});

test("shows the number of colors beside the heading, also when there are none", async () => {
  const client = new FakeBackend();
  renderApp({ path: "/inventory", client });
  const heading = await screen.findByRole("heading", { level: 1 });
  client.answer(api.inventory.listColors, () => []);
  await waitFor(() => expect(heading.nextSibling).toHaveTextContent(/^0$/));
});

test("an error shows a panel, not an empty inventory", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  client.answer(api.inventory.listColors, () => new Error("disk is full"));
  renderApp({ path: "/inventory", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  vi.restoreAllMocks();
});

// Spec 2.87, 4.30
test("the dialog closes after a submit and opens again with one blank row", async () => {
  const { client, user } = await showInventory();
  const item = anItem({ name: "Rivets" });
  client.answer(api.inventory.listItems, () => [item]);
  client.perform(api.inventory.recordIntake, () => []);
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Add inventory row" }));
    return within(await screen.findByRole("dialog", { name: "Add Inventory" }));
  };
  const first = await open();
  await user.click(first.getByRole("button", { name: "+ Add" }));
  await user.selectOptions(first.getAllByLabelText("Item")[0]!, item._id);
  await fill(user, first.getAllByLabelText("Qty")[0]!, "12");
  await user.click(first.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(client.callsOf(api.inventory.recordIntake)).toHaveLength(1);
  const second = await open();
  expect(second.getAllByRole("group", { name: /^Row/ })).toHaveLength(1);
  expect(second.getByLabelText("Item")).toHaveValue("");
  expect(second.getByLabelText("Qty")).toHaveValue("");
});

test("offers to add stock while it loads, but not without signal if this device has no items", async () => {
  await showInventory(null);
  const add = () => screen.queryByRole("button", { name: "Add inventory row" });
  expect(add()).toBeVisible();
  act(() => setConnectionState("offline"));
  expect(await screen.findByText(/is not saved on this/)).toBeVisible();
  expect(add()).toBeNull();
});
