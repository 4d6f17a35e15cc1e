import { waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { emptyDevice } from "../../../support/deviceStores";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, field } from "../../../support/jobDialogs";
import { noOffer, offer, openNoted, typeAndEnd, typedRows } from "../../../support/typedNotes";

beforeAll(stubLayout);
beforeEach(emptyDevice);
afterEach(endDialogs);

it("offers text that an ended form left, and saves it once it is used and its field is left", async () => {
  await typeAndEnd("Gate code 4417.");
  const { user, updates } = await openNoted();
  expect(await offer()).toHaveTextContent("Notes: Gate code 4417.");
  expect(field("Notes")).toHaveValue("Gate");
  await user.click(button("Use"));
  expect(field("Notes")).toHaveValue("Gate code 4417.");
  expect(field("Notes")).toHaveFocus();
  expect(await typedRows()).toHaveLength(1);
  await user.click(field("Price"));
  await waitFor(() =>
    expect(updates()).toMatchObject([
      { job_notes: "Gate code 4417.", base: { job_notes: "Gate" } },
    ]),
  );
  await waitFor(async () => expect(await typedRows()).toEqual([]));
  await noOffer();
});
