import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { stubLayout } from "../../../support/fakeBackend";
import { endDialogs, field, openNew } from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(endDialogs);

it("an address in two lines fills address and city", async () => {
  const { user } = openNew();
  await fill(user, field("Address"), "88 Elm St\nColumbus, OH 43215");
  expect(field("Address")).toHaveValue("88 Elm St");
  expect(field("City")).toHaveValue("Columbus, OH 43215");
});
