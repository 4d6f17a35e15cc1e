import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { aCustomer } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import { endDialogs, field, openNew } from "../../../support/jobDialogs";
import { fill, see } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(endDialogs);

const SIGNATURE = "Cy Young\nOwner\n614-555-9876\ncy@example.com\n88 Elm St\nColumbus, OH 43215";

const LABELS = ["Customer name", "Phone", "Email", "Address", "City", "Notes"];

const values = () => LABELS.map((label) => (field(label) as HTMLInputElement).value);

/** A customer without an e-mail address. */
const { customer_email: _email, ...ANN } = aCustomer();
const open = () => openNew({ customers: [ANN] }).user;

const FILLED = [
  "Cy Young",
  "(614) 555-9876",
  "cy@example.com",
  "88 Elm St",
  "Columbus, OH 43215",
  "Owner",
];
const EMPTY = FILLED.map(() => "");

it("a signature fills the form from any of its fields, and Ctrl+Z undoes the whole paste", async () => {
  const user = open();
  for (const label of LABELS.slice(0, -1)) {
    await fill(user, field(label), SIGNATURE);
    expect(values()).toEqual(FILLED);
    await user.keyboard("{Control>}z{/Control}");
    expect(values()).toEqual(EMPTY);
  }
});

it("Undo in the toast removes the pasted texts, except those that were changed since", async () => {
  const user = open();
  await fill(user, field("Address"), SIGNATURE);
  await see("Pasted: Customer name, Phone, Email, Address, City, Notes");
  await user.type(field("Notes"), ", calls back");
  await user.keyboard("{Control>}z{/Control}");
  expect(field("Phone")).toHaveValue("(614) 555-9876");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(values()).toEqual([...EMPTY.slice(1), "Owner, calls back"]);
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
