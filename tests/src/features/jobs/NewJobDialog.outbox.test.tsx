import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  deviceRows,
  endDialogs,
  field,
  openNewOnDevice,
} from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

it("opens empty, offers the job begun before, and resumes it", async () => {
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
