import { screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  deviceRows,
  endDialogs,
  field,
  openNewOnDevice,
} from "../../../support/jobDialogs";
import { fill, see } from "../../../support/user";

const REFUSAL = {
  code: "INVALID",
  field: "job_address",
  message: "We do not work there.",
};

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

it("a refused new job stays open as a draft, with the server's refusal at its field, and is sent again", async () => {
  const { user, backend, onClose, created } = await openNewOnDevice();
  backend.perform(api.jobs.create, () => {
    throw new ConvexError(REFUSAL);
  });
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
  await user.click(button("Save Job"));
  expect(await screen.findByRole("alert")).toHaveTextContent(REFUSAL.message);
  await waitFor(async () => expect(await deviceRows("outbox")).toEqual([]));
  expect(await deviceRows("drafts")).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();

  backend.perform(api.jobs.create, () => "job9" as never);
  await fill(user, field("Address"), "1");
  await user.click(button("Save Job"));
  await see("Job created");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = created();
  expect(second?.["clientKey"]).toBe(first?.["clientKey"]);
  expect(await deviceRows("drafts")).toEqual([]);
});

it("opens empty, offers the job begun before, and goes on with it", async () => {
  const first = await openNewOnDevice();
  await fill(first.user, field("Customer name"), "Cy Young");
  await waitFor(async () => expect(await deviceRows("drafts")).toHaveLength(1));
  // As when the tab is killed: nothing is closed or kept by hand.
  first.view.unmount();

  const { user, created } = await openNewOnDevice();
  expect(field("Customer name")).toHaveValue("");
  await user.click(
    await screen.findByRole("button", {
      name: /^Continue the job you began at \d+:\d\d [AP]M$/,
    }),
  );
  expect(field("Customer name")).toHaveValue("Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
  await user.click(button("Save Job"));
  await waitFor(() => expect(created()).toHaveLength(1));
  await waitFor(async () => expect(await deviceRows("drafts")).toEqual([]));
});
