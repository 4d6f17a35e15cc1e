import { screen, waitFor, within } from "@testing-library/react";
import { openDB } from "idb";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { storeName } from "@/offline/device/storeOwner";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, field } from "../../../support/jobDialogs";
import { noOffer, offer, openNoted, typeAndEnd, typedRows } from "../../../support/typedNotes";
import { fill, retype } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

it("shows what the office wrote under a used text, and keeps the value seen first as the base", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await openNoted({ job_notes: "Dog in the yard" });
  await offer();
  await user.click(button("Use"));
  expect(field("Notes")).toHaveAccessibleDescription(
    /Someone changed this to “Dog in the yard” meanwhile./,
  );
  await user.click(button("Save Changes"));
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Gate code 4417.", base: { job_notes: "Gate" } },
    ]),
  );
});

it.each(["Close", "Save Changes", "Discard"])(
  "sends nothing of an offered text and keeps it, if the job is closed by %s without a choice",
  async (button) => {
    await typeAndEnd("Gate code 4417.");
    const { user, view, updates, onClose } = await openNoted({
      job_notes: "Dog in the yard",
    });
    await offer();
    // The offer's own button has the same name as the form's.
    await user.click(screen.getAllByRole("button", { name: button }).at(-1)!);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    view.unmount();
    expect(updates()).toEqual([]);
    expect(await typedRows()).toMatchObject([{ value: "Gate code 4417." }]);
  },
);

it("keeps an offered text while something else is typed and saved in its field", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await openNoted();
  await offer();
  await fill(user, field("Notes"), " open");
  await user.click(field("Price"));
  await waitFor(() => expect(updates()).toHaveLength(1));
  await screen.findByText("Saved");
  expect(await typedRows()).toMatchObject([{ value: "Gate code 4417." }]);
  expect(await offer()).toHaveTextContent("Gate code 4417.");
});

it("removes an offered text when it is discarded, and saves nothing", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await openNoted();
  const [discard] = within(await offer()).getAllByRole("button");
  await user.click(discard!);
  await waitFor(() => expect(discard).not.toHaveAttribute("aria-disabled"));
  await user.click(discard!);
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
  expect(field("Notes")).toHaveValue("Gate");
  expect(updates()).toEqual([]);
});

it("removes a used text when the form is discarded", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await openNoted();
  await offer();
  await user.click(button("Use"));
  await user.click(button("Discard"));
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  expect(updates()).toEqual([]);
});

// The releases before could leave a text that was saved long ago, under a key without a form.
it("offers a date of the previous release as the form shows it, and sends it only if it is used", async () => {
  const { view } = await openNoted();
  view.unmount();
  const db = await openDB(storeName(OWNER));
  await db.put("typed", {
    ...{ key: "job1/job_estimate_date", subject: "job1", label: "612 Oak" },
    ...{ field: "job_estimate_date", value: "2026-11-25T10:15", base: "" },
    ...{ at: 1, tab: "an ended tab" },
  });
  db.close();
  const { user, updates, onClose } = await openNoted();
  expect(await offer()).toHaveTextContent("Estimate date: Wed, Nov 25, 26, 10:15 AM");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
  expect(updates()).toEqual([]);
});

it("a typed text is never offered in another job", async () => {
  await typeAndEnd("Gate code 4417.");
  await openNoted({ _id: "job2" as Id<"jobs"> });
  expect(field("Notes")).toHaveValue("Gate");
  await noOffer();
  expect(await typedRows()).toHaveLength(1);
});

it("drops the text if the job has it by now", async () => {
  await typeAndEnd("Gate code 4417.");
  await openNoted({ job_notes: "Gate code 4417." });
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
});

it("removes the text that the dialog saves as it closes, also without a server", async () => {
  const { user, view } = await openNoted({}, { connected: false });
  await retype(user, field("Notes"), "Gate code 4417.");
  await waitFor(async () => expect(await typedRows()).toHaveLength(1));
  await user.click(button("Close"));
  view.unmount();
  await waitFor(async () => expect(await typedRows()).toEqual([]));
});
