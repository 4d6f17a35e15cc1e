import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { OutboxList } from "@/features/outbox/OutboxList";
import { openCustomer, useRequestedCustomer } from "@/lib/openCustomer";
import { savePageFiles } from "@/lib/pageFiles";
import { setConnectionState } from "@/lib/connection/connectionState";
import { DeviceStore } from "@/offline/device/deviceStore";
import { customerSubject } from "@domain/changes/subjects";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aWaitingPhoto } from "../../../support/builders";
import { createAppRouter } from "@/router";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../../support/fakeBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(() => vi.unstubAllGlobals());

/** The page publishes its own photos once it has their code: a test that publishes others keeps it waiting. */
const withoutOwnPhotos = () => vi.stubGlobal("firstAnswer", new Promise(() => {}));

it("lists each waiting photo with its sync status, its buttons, and why it may be lost", async () => {
  withoutOwnPhotos();
  const retry = vi.fn();
  const discard = vi.fn();
  renderWithOutbox(new FakeBackend(), <OutboxList onClose={() => {}} />);
  expect(await screen.findByText("All is saved.")).toBeVisible();
  act(() =>
    publishPhotos({
      photos: [
        aWaitingPhoto({
          attachment: {
            job: { key: "job1", label: "12 Elm Street", customer: "Al Li" },
          },
          ...{ discard, preview: () => "blob:front" },
        }),
        aWaitingPhoto({
          ...{
            attachment: { name: "back.jpg" },
            syncStatus: "Refused",
            retry,
            discard,
          },
          reason: "This job was deleted.",
        }),
        aWaitingPhoto({
          attachment: { name: "left.jpg", file: "file1" },
          syncStatus: "Sending",
        }),
        aWaitingPhoto({ attachment: { name: "draft.jpg", isHeld: true } }),
      ],
      storageWarning: "The storage is nearly full.",
    }),
  );
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Al Li, 12 Elm StreetWaitingEstimate photos: front\.jpgSince .*Discard/),
    expect.stringMatching(/back\.jpg.*This job was deleted\..*Retry/),
    expect.stringMatching(/left\.jpg.*Sent, without an answer yet/),
  ]);
  expect(rows[0]?.querySelector("img")).toHaveAttribute("src", "blob:front");
  expect(screen.getByText("Photos wait here. The storage is nearly full.")).toBeVisible();

  const user = aUser();
  const refused = within(rows[1]!);
  await user.click(refused.getByRole("button", { name: "Retry back.jpg of 12 Elm Street" }));
  expect(retry).toHaveBeenCalledOnce();
  act(() => setConnectionState("offline"));
  expect(refused.queryByRole("button", { name: /^Retry/ })).toBeNull();
  act(() => setConnectionState("live"));
  expect(refused.getByRole("button", { name: /^Retry/ })).toBeVisible();
  await user.click(refused.getByRole("button", { name: /^Discard back\.jpg/ }));
  const confirm = refused.getByRole("button", { name: /^Confirm Discard/ });
  await waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled"));
  await user.click(confirm);
  expect(discard).toHaveBeenCalledOnce();
  act(() => publishPhotos({}));
});

it("offers Retry without signal for a photo that the device could not make smaller", async () => {
  withoutOwnPhotos();
  renderWithOutbox(new FakeBackend(), <OutboxList onClose={() => {}} />);
  const retry = vi.fn();
  act(() =>
    publishPhotos({
      photos: [aWaitingPhoto({ syncStatus: "Refused", isKept: false, retry })],
    }),
  );
  act(() => setConnectionState("offline"));
  await aUser().click(await screen.findByRole("button", { name: /^Retry/ }));
  expect(retry).toHaveBeenCalledOnce();
  act(() => publishPhotos({}));
});

const GONE = {
  kind: "refused",
  code: "NOT_FOUND",
  field: "id",
  message: "That job is no longer there.",
} as const;

/** The list of a device that has these changes. */
async function showWith(...changes: readonly Partial<OutboxItem>[]) {
  const store = new DeviceStore(OWNER);
  await store.write(["outbox"], async (tx) => {
    for (const [index, change] of changes.entries())
      await tx.objectStore("outbox").put(aChange(index, change));
  });
  store.close();
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const onClose = vi.fn();
  const backend = new FakeBackend();
  renderWithOutbox(
    backend,
    <RouterContextProvider router={createAppRouter(history)}>
      <OutboxList onClose={onClose} />
    </RouterContextProvider>,
  );
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(changes.length));
  const rows = screen.getAllByRole("listitem").map((row) => within(row));
  return { backend, history, onClose, rows };
}

function aChange(index: number, change: Partial<OutboxItem>): OutboxItem {
  return {
    id: `change-${index}`,
    order: index,
    call: "jobs:update",
    args: { id: "job1", job_notes: "Gate" },
    subject: { key: "job1", label: "12 Elm Street", customer: "Al Li" },
    field: "job_notes",
    label: "Notes",
    at: Date.now(),
    release: "test",
    attempts: 1,
    state: GONE,
    ...change,
  };
}

it("opens the job of a row, and closes", async () => {
  const { history, onClose, rows } = await showWith({}, {});
  await aUser().click(rows[1]!.getByRole("button", { name: "Al Li, 12 Elm Street" }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(history.location.href).toBe("/jobs?job=job1"));
});

it("opens nothing from a row that is not about a job", async () => {
  const { rows } = await showWith(
    {
      call: "jobs:moveVisits",
      args: { visits: [] },
      subject: { key: "day 1", label: "Monday" },
    },
    {
      call: "inventory:upsertAliasPrices",
      args: { sourceItemId: "item1", aliasItemIds: [] },
      subject: { key: "item1", label: "Strip" },
    },
  );
  expect(rows[0]!.queryByRole("button", { name: "Monday" })).toBeNull();
  expect(rows[1]!.queryByRole("button", { name: "Strip" })).toBeNull();
});

it("opens the customer of a change that was made where the customer is shown", async () => {
  const requested = renderHook(useRequestedCustomer).result;
  const { rows } = await showWith({
    call: "customers:update",
    subject: customerSubject({ customer_id: "C1", customer_name: "Al Li" }),
  });
  await aUser().click(rows[0]!.getByRole("button", { name: "Al Li" }));
  expect(requested.current).toBe("C1");
  act(() => openCustomer(null));
});

const SUBJECT = "Al Li, 12 Elm Street";
const OF = " Notes of 12 Elm Street";

it("offers to send a change again that the server may have forgotten, and to retry any other refusal", async () => {
  const state = { ...GONE, field: "job_notes" };
  const { rows } = await showWith({ state: { ...state, code: "TOO_OLD" } }, { state });
  const names = rows.map((row) => row.getAllByRole("button").map(({ textContent }) => textContent));
  expect(names).toEqual([
    [SUBJECT, `Discard${OF}`, `Send again${OF}`],
    [SUBJECT, `Discard${OF}`, `Retry${OF}`],
  ]);
});

it("restores a job that was deleted under a change, and sends the change again", async () => {
  const { backend, rows } = await showWith({}, { state: { ...GONE, field: "job_customer_id" } });
  backend.perform(api.changes.restoreJob, () => null);
  expect(rows[1]!.queryByRole("button", { name: "Restore" })).toBeNull();
  await aUser().click(rows[0]!.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(backend.callsOf(api.changes.restoreJob)).toEqual([{ id: "job1" }]));
  await waitFor(() => expect(screen.queryByText("That job is no longer there.")).toBeNull());
});

it("says whether the page opens without signal", async () => {
  vi.stubGlobal("isSecureContext", true);
  const registration = { active: {} };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { controller: null, register: () => Promise.resolve(registration) },
  });
  renderWithOutbox(new FakeBackend(), <OutboxList onClose={() => {}} />);
  await act(async () => void (await savePageFiles(true)));
  expect(await screen.findByText("Opens without signal. No days are copied.")).toBeVisible();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});
