import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { RemoveFromPhone } from "@/features/account/RemoveFromPhone";
import { listStores, rememberStore } from "@/offline/device/devices";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { aUser } from "../../../support/user";

beforeEach(emptyDevice);

const BO = { ...OWNER, userId: "user-2", userName: "Bo Diaz" };

async function keep(owner: typeof OWNER) {
  await rememberStore(owner);
  const store = new DeviceStore(owner);
  await store.write(["drafts"], (tx) =>
    tx.objectStore("drafts").put({ id: "draft", values: {}, at: 1 }),
  );
  store.close();
}

test("says whose work the phone keeps, and removes it after a confirmation", async () => {
  await keep(OWNER);
  await keep(BO);
  render(<RemoveFromPhone />);
  expect(await screen.findByText("This device keeps work of Ana Silva and Bo Diaz.")).toBeVisible();
  for (const name of ["Ana Silva", "Bo Diaz"])
    expect(screen.getByText(`${name}: sign in again to send 1 change.`)).toBeVisible();
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Remove everything from this device" }));
  expect(await listStores()).toHaveLength(2);
  const confirm = screen.getByRole("button", {
    name: "Confirm: lose 2 changes",
  });
  await vi.waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled", "true"));
  await user.click(confirm);
  expect(await screen.findByText("Removed from this device.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(await listStores()).toEqual([]);
});

test("removes the data of the other people if one person's store is damaged", async () => {
  await keep(OWNER);
  await keep(BO);
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, "open").mockImplementation((name, version) => {
    if (name !== storeName(OWNER)) return open(name, version);
    throw new DOMException("planted", "UnknownError");
  });
  render(<RemoveFromPhone />);
  expect(await screen.findByText("Bo Diaz: sign in again to send 1 change.")).toBeVisible();
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Remove everything from this device" }));
  const confirm = screen.getByRole("button", { name: /^Confirm/ });
  await vi.waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled", "true"));
  await user.click(confirm);
  expect(await screen.findByText(/^Not removed\./)).toBeVisible();
  expect(await listStores()).toMatchObject([{ userName: "Ana Silva" }]);
});

test.each([
  ["where nobody left anything", () => {}],
  ["in a browser without storage", () => vi.stubGlobal("indexedDB", undefined)],
])("shows nothing %s", async (_, prepare) => {
  prepare();
  render(<RemoveFromPhone />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  vi.unstubAllGlobals();
});
