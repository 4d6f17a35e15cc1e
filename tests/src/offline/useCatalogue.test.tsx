import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { useCatalogue } from "@/offline/useCatalogue";
import { copyMaterials } from "@/offline/days/copyMaterials";
import { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aColor, anItem, type Color, type Item } from "../../support/builders";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/device/DeviceStoreProvider");

const HANGER = anItem({ _prices: [{ size: "any", price: 1.65 }] });
const BROWN = aColor();

interface Shown {
  readonly items?: readonly Item[];
  readonly colors?: readonly Color[];
  readonly waiting?: readonly OutboxItem[];
}

let store: DeviceStore | null = null;
afterEach(() => {
  store?.close();
  store = null;
});

function render({ items, colors, waiting = [] }: Shown) {
  vi.mocked(useDeviceStore).mockReturnValue({ store, problem: null });
  vi.mocked(useOutbox).mockReturnValue({
    items: waiting,
  } as unknown as OutboxControl);
  const backend = new FakeBackend();
  backend.answer(api.inventory.listItems, () => items && [...items]);
  backend.answer(api.inventory.listColors, () => colors && [...colors]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  return renderHook(useCatalogue, { wrapper }).result;
}

const LIVE = { items: [HANGER], colors: [BROWN] };
const AT_ONCE = { sourceItemId: HANGER._id, aliasItemIds: [] };
const UNIT = { ...AT_ONCE, unit: "foot", pieceFeet: null };

it.each<[string, Shown, ReturnType<typeof useCatalogue>]>([
  ["nothing while the colors load", { items: [HANGER] }, undefined],
  ["nothing while the items load", { colors: [BROWN] }, undefined],
  ["what the server has", LIVE, { ...LIVE, uses: {}, asOf: null }],
  [
    "a price and a unit that wait",
    {
      ...LIVE,
      waiting: [
        aWaiting("inventory:upsertAliasPrices", { ...AT_ONCE, price5: 2 }),
        aWaiting("inventory:setUnit", UNIT),
      ],
    },
    {
      items: [
        {
          ...HANGER,
          unit: "foot",
          _prices: [...HANGER._prices, { size: "5", price: 2 }],
        },
      ],
      ...{ colors: [BROWN], uses: {}, asOf: null },
    },
  ],
])("shows %s", (_what, shown, catalogue) => {
  expect(render(shown).current).toEqual(catalogue);
});

it("shows the copy of the device, with waiting changes and its age, until the server answers", async () => {
  emptyDevice();
  store = new DeviceStore(OWNER);
  const backend = new FakeBackend();
  backend.answer(api.inventory.listItems, () => [HANGER]);
  backend.answer(api.inventory.listColors, () => [BROWN]);
  await copyMaterials(store, backend.asClient(), { jobs: [], at: 7 });
  const waiting = [aWaiting("inventory:setUnit", UNIT)];
  const result = render({ waiting });
  await waitFor(() =>
    expect(result.current).toEqual({
      ...{ items: [{ ...HANGER, unit: "foot" }], colors: [BROWN], asOf: 7 },
      uses: { [HANGER.name]: 0 },
    }),
  );
  expect(render({ ...LIVE, waiting }).current?.asOf).toBeNull();
});
