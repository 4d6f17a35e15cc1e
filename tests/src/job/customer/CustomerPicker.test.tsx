import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CustomerPicker } from "@/job/customer/CustomerPicker";
import { aCustomer } from "../../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";
import { aUser } from "../../../support/user";

beforeAll(stubLayout);

function Picker({ onSelect }: { readonly onSelect: () => void }) {
  const [text, setText] = useState("");
  return (
    <CustomerPicker
      text={text}
      onTextChange={setText}
      onSelect={onSelect}
      placeholder="Search customers"
      emptyText="No customer found."
    />
  );
}

function show() {
  const backend = new FakeBackend();
  const terms: string[] = [];
  backend.answer(api.customers.search, ({ term }: { term: string }) => {
    terms.push(term);
    if (term === "zzz" || term === "anne feelds") return [];
    return [
      aCustomer(),
      aCustomer({
        customer_id: "C-1002",
        customer_name: "Ann Field",
        customer_phone: undefined,
        customer_email: "other@example.com",
      }),
      aCustomer({
        customer_id: "C-1003",
        customer_name: "Ann Field",
        customer_phone: undefined,
        customer_email: undefined,
      }),
    ];
  });
  const asked: string[] = [];
  backend.answer(api.customers.similar, ({ term }: { term: string }) => {
    asked.push(term);
    return term === "zzz" ? [] : [aCustomer({ customer_name: "Ann Fields" })];
  });
  const onSelect = vi.fn();
  renderOn(backend, <Picker onSelect={onSelect} />);
  return { user: aUser(), terms, asked, onSelect };
}

const box = () => screen.getByPlaceholderText("Search customers");

it("distinguishes customers with the same name by phone, email or id", async () => {
  const { user } = show();
  await user.type(box(), "ann");
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Ann Field(555) 010-0001",
    "Ann Fieldother@example.com",
    "Ann FieldC-1003",
  ]);
});

it("debounces the search", async () => {
  const { user, terms } = show();
  await user.type(box(), "anna");
  await waitFor(() => expect(terms).toContain("anna"));
  expect(new Set(terms)).toEqual(new Set(["", "anna"]));
});

it("searches by the first 200 characters of a pasted text", async () => {
  const { user, terms } = show();
  await user.click(box());
  await user.paste("a".repeat(100_000));
  await waitFor(() => expect(terms).toContain("a".repeat(200)));
  expect(new Set(terms)).toEqual(new Set(["", "a".repeat(200)]));
});

it("selects the whole customer", async () => {
  const { user, onSelect } = show();
  await user.type(box(), "ann");
  await user.click(await screen.findByRole("option", { name: /C-1003/ }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ customer_id: "C-1003" }),
  );
});

it("shows an empty result", async () => {
  const { user } = show();
  await user.type(box(), "zzz");
  expect(await screen.findByText("No customer found.")).toBeVisible();
});

it('a search for a customer that finds nobody asks "Did you mean", and the keyboard chooses', async () => {
  const { user, onSelect } = show();
  await user.type(box(), "anne feelds");
  expect(await screen.findByText("Did you mean")).toBeVisible();
  expect(screen.getByRole("option", { name: /Ann Fields/ })).toBeVisible();
  expect(screen.queryByText("No customer found.")).not.toBeInTheDocument();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ customer_name: "Ann Fields" }),
  );
});

it("a search for a customer that finds one asks for no similar names", async () => {
  const { user, asked } = show();
  await user.type(box(), "ann");
  expect(await screen.findAllByRole("option")).toHaveLength(3);
  expect(asked).toEqual([]);
  expect(screen.queryByText("Did you mean")).not.toBeInTheDocument();
});
