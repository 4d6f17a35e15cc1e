import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { OutboxList } from "@/components/OutboxList";
import { savePageFiles } from "@/lib/pageFiles";
import { setConnectionState } from "@/lib/connection/connectionState";
import { publishPhotos } from "@/lib/photos/photosWaiting";
import { aWaitingPhoto } from "../../support/builders";
import { emptyDevice } from "../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../support/fakeBackend";
import { renderWithOutbox } from "../../support/outboxPage";
import { aUser } from "../../support/user";

const PHOTOS = {};

beforeAll(stubLayout);
beforeEach(emptyDevice);

it("lists each photo that waits, with its word, what can be done, and why it may be lost", async () => {
  const retry = vi.fn();
  const discard = vi.fn();
  renderWithOutbox(new FakeBackend(), <OutboxList onClose={() => {}} />);
  expect(await screen.findByText("All is saved.")).toBeVisible();
  act(() =>
    publishPhotos(
      PHOTOS,
      [
        aWaitingPhoto({
          subject: { key: "job1", label: "12 Elm Street", customer: "Al Li" },
          ...{ discard, preview: () => "blob:front" },
        }),
        aWaitingPhoto({
          ...{ name: "back.jpg", word: "Refused", retry, discard },
          reason: "This job was deleted.",
        }),
        aWaitingPhoto({ name: "left.jpg", word: "Sending", fileId: "file1" }),
        aWaitingPhoto({ name: "draft.jpg", isHeld: true }),
      ],
      {
        missingCount: 0,
        storageWarning: "The storage is nearly full.",
        savedPreview: () => undefined,
      },
    ),
  );
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^Al Li, 12 Elm StreetWaitingEstimate photos: front\.jpgSince .*Discard/,
    ),
    expect.stringMatching(/back\.jpg.*This job was deleted\..*Retry/),
    expect.stringMatching(/left\.jpg.*Sent, without an answer yet/),
  ]);
  expect(rows[0]?.querySelector("img")).toHaveAttribute("src", "blob:front");
  expect(
    screen.getByText("Photos wait here. The storage is nearly full."),
  ).toBeVisible();

  const user = aUser();
  const refused = within(rows[1]!);
  await user.click(
    refused.getByRole("button", { name: "Retry back.jpg of 12 Elm Street" }),
  );
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
  act(() => publishPhotos(PHOTOS, []));
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
  expect(
    await screen.findByText("Opens without signal. No days are copied."),
  ).toBeVisible();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});
