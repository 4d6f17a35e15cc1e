import { act, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { aCustomer } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill, see } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  act(() => void toast.dismiss());
});

const SIGNATURE =
  "Cy Young\nOwner\n614-555-9876\ncy@example.com\n88 Elm St\nColumbus, OH 43215";

const LABELS = ["Customer name", "Phone", "Email", "Address", "City", "Notes"];

const field = (name: string) => screen.getByLabelText(name);
const values = () =>
  LABELS.map((label) => (field(label) as HTMLInputElement).value);

function open() {
  const { customer_email: _email, ...ann } = aCustomer();
  const { backend } = aJobsBackend({ customers: [ann], jobs: [] });
  renderOn(backend, <NewJobDialog onClose={() => undefined} />);
  return aUser();
}

const FILLED = [
  "Cy Young",
  "(614) 555-9876",
  "cy@example.com",
  "88 Elm St",
  "Columbus, OH 43215",
  "Owner",
];
const EMPTY = FILLED.map(() => "");

it("a signature fills the form from any of its fields, and Ctrl+Z takes all of it back", async () => {
  const user = open();
  for (const label of LABELS.slice(0, -1)) {
    await fill(user, field(label), SIGNATURE);
    expect(values()).toEqual(FILLED);
    await user.keyboard("{Control>}z{/Control}");
    expect(values()).toEqual(EMPTY);
  }
});

it("Undo in the toast takes the paste back, except what was changed since", async () => {
  const user = open();
  await fill(user, field("Address"), SIGNATURE);
  await see("Pasted: Customer name, Phone, Email, Address, City, Notes");
  await user.type(field("Notes"), ", calls back");
  await user.keyboard("{Control>}z{/Control}");
  expect(field("Phone")).toHaveValue("(614) 555-9876");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(values()).toEqual([...EMPTY.slice(1), "Owner, calls back"]);
});

it("an address in two lines fills address and city", async () => {
  const user = open();
  await fill(user, field("Address"), "88 Elm St\nColumbus, OH 43215");
  expect(field("Address")).toHaveValue("88 Elm St");
  expect(field("City")).toHaveValue("Columbus, OH 43215");
});

it("a paste changes no field with text, and none of a chosen customer", async () => {
  const user = open();
  await user.type(field("Customer name"), "Ann");
  await user.click(await screen.findByRole("option", { name: /Ann Field/ }));
  expect(field("Email")).toHaveValue("");
  await user.type(field("City"), "Dover");
  await fill(user, field("Address"), SIGNATURE);
  await waitFor(() => expect(field("Address")).toHaveValue("88 Elm St"));
  expect(values()).toEqual([
    "Ann Field",
    "(555) 010-0001",
    "",
    "88 Elm St",
    "Dover",
    "Cy Young\n(614) 555-9876\ncy@example.com\nColumbus, OH 43215\nOwner",
  ]);
});

it("a single value, and a text for a field that is not empty, are pasted by the browser", async () => {
  const user = open();
  await fill(user, field("Phone"), "614-555-9876");
  expect(values()).toEqual(["", "614-555-9876", "", "", "", ""]);
  await user.type(field("Address"), "88 ");
  await user.paste("Elm St, Columbus, OH 43215");
  expect(field("Address")).toHaveValue("88 Elm St, Columbus, OH 43215");
  await user.click(field("Notes"));
  await user.paste(SIGNATURE);
  expect(field("Notes")).toHaveValue(SIGNATURE);
  expect(field("Customer name")).toHaveValue("");
});
