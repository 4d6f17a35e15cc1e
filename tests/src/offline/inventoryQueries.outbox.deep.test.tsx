import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { AddInventoryDialog } from "@/features/inventory/AddInventoryDialog";
import { AdjustStock } from "@/features/inventory/AdjustStock";
import { ColorPanel } from "@/features/inventory/ColorPanel";
import { useColors } from "@/offline/inventoryQueries";
import { PricesScreen } from "@/features/prices/PricesScreen";
import { useOutbox } from "@/offline/useOutbox";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { aColor, anItem } from "../../support/builders";
import { emptyDevice } from "../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../support/fakeBackend";
import { renderWithOutbox } from "../../support/outboxPage";
import { aUser, fill, see } from "../../support/user";

const ITEM = anItem({
  _id: "gutter" as Id<"inventoryItems">,
  name: "Seamless Gutter",
  sku: "GUT",
});

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(async () => {
  vi.useRealTimers();
  act(() => void toast.dismiss());
  await new Promise((resolve) => setTimeout(resolve, 20));
});

function Stock() {
  const [color] = useColors("gutter") ?? [];
  const { items } = useOutbox();
  return (
    <>
      {color && <AdjustStock color={color} category="gutter" />}
      <p>{items.length} waiting</p>
    </>
  );
}

function aBackend({ connected }: { connected: boolean }) {
  const backend = new FakeBackend();
  let quantity = 10;
  backend.answer(api.inventory.listItems, () => [ITEM]);
  backend.answer(api.inventory.listColors, () => [aColor({ colorNumber: "180", quantity })]);
  backend.perform(api.inventory.adjustColorQuantity, ({ delta }) => {
    quantity += delta;
    return quantity;
  });
  backend.setConnection(connected);
  return backend;
}

it("shows stock adjusted without signal, and sends each difference once", async () => {
  const backend = aBackend({ connected: false });
  renderWithOutbox(backend, <Stock />);
  await screen.findByText("The outbox is open.");
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Take off 1" }));
  await user.click(screen.getByRole("button", { name: "Take off 1" }));
  await screen.findByText("8 in stock");
  expect(await screen.findByText("2 waiting")).toBeVisible();
  const sent = () => backend.callsOf(api.inventory.adjustColorQuantity);
  expect(sent()).toEqual([]);
  act(() => backend.setConnection(true));
  await screen.findByText("0 waiting");
  expect(screen.getByText("8 in stock")).toBeInTheDocument();
  expect(sent()).toHaveLength(2);
  expect(new Set(sent().map(({ intentId }) => intentId)).size).toBe(2);
});

it("shows the waiting amount below the buttons, so that it moves none of them", async () => {
  const backend = aBackend({ connected: false });
  const Panel = () => {
    const [color] = useColors("gutter") ?? [];
    return (
      color && (
        <ColorPanel
          id="panel"
          color={color}
          category="gutter"
          card={{ current: null }}
          isOpenAtStart={false}
        />
      )
    );
  };
  renderWithOutbox(backend, <Panel />);
  await screen.findByText("The outbox is open.");
  const add = screen.getByRole("button", { name: "Add 1" });
  await aUser().click(add);
  const waiting = await screen.findByText(/^\+1 of these wait/);
  expect(add.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("drops an adjustment that is refused at once, and says why", async () => {
  const backend = aBackend({ connected: true });
  backend.perform(api.inventory.adjustColorQuantity, () => {
    throw new ConvexError({ code: "INVALID", message: "Only 10 in stock." });
  });
  renderWithOutbox(backend, <Stock />);
  await screen.findByText("The outbox is open.");
  await aUser().click(screen.getByRole("button", { name: "Add 1" }));
  await waitFor(() => expect(screen.getByText(/Only 10 in stock./)).toBeVisible());
  await screen.findByText("0 waiting");
  expect(screen.getByText("10 in stock")).toBeInTheDocument();
});

it("closes after the device has stored an intake, and sends it once", async () => {
  const backend = aBackend({ connected: false });
  backend.perform(api.inventory.recordIntake, () => []);
  const onClose = vi.fn();
  renderWithOutbox(
    backend,
    <>
      <AddInventoryDialog onClose={onClose} />
      <Stock />
    </>,
  );
  await screen.findByText("The outbox is open.");
  const user = aUser();
  await user.selectOptions(screen.getByLabelText("Item"), "gutter");
  await fill(user, screen.getByLabelText("Qty"), "40");
  await fill(user, screen.getByLabelText("Color"), "180");
  expect(hasUnsavedWork()).toBe(true);
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["setTimeout", "clearTimeout"],
  });
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await screen.findByText("50 in stock");
  await waitFor(() => expect(hasUnsavedWork()).toBe(false));
  // As long as a form waits for the server.
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  act(() => backend.setConnection(true));
  await screen.findByText("Inventory added");
  const sent = backend.callsOf(api.inventory.recordIntake);
  expect(sent).toMatchObject([
    { entries: [{ itemId: "gutter", quantity: 40, colorNumber: "180" }] },
  ]);
});

it("shows a price set without signal, and sends it once", async () => {
  const backend = aBackend({ connected: false });
  backend.perform(api.inventory.upsertAliasPrices, () => null);
  renderWithOutbox(backend, <PricesScreen itemId={ITEM._id} onItemChange={() => {}} />);
  await screen.findByText("The outbox is open.");
  const user = aUser();
  await fill(user, screen.getByLabelText("5 in price"), "4.50");
  await user.click(screen.getByRole("button", { name: "Save Price" }));
  expect(await screen.findByRole("cell", { name: "$4.50" })).toBeVisible();
  await waitFor(() => expect(hasUnsavedWork()).toBe(false));
  expect(screen.queryByText("Saved")).not.toBeInTheDocument();
  act(() => backend.setConnection(true));
  await see("Saved");
  expect(backend.callsOf(api.inventory.upsertAliasPrices)).toMatchObject([
    { sourceItemId: "gutter", aliasItemIds: [], price5: 4.5 },
  ]);
});
