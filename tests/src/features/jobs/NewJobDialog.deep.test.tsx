import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it } from "vitest";
import { aCustomer, aJob } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import {
  button,
  endDialogs,
  field,
  LEAVE,
  openNew,
} from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

beforeAll(stubLayout);
afterEach(endDialogs);

const save = () => button("Save Job");

it("accepts the longest text in each field, and keeps a longer one with its error", async () => {
  const { user } = openNew();
  const fields = [
    ["Customer name", "a".repeat(120), "Keep the name under 121 characters."],
    ["Email", `${"a".repeat(248)}@b.com`, "Keep the e-mail address under 255 "],
    ["Address", "a".repeat(200), "Keep the address under 201 characters."],
    ["City", "a".repeat(100), "Keep the city under 101 characters."],
    ["Notes", "a".repeat(4_000), "Keep the notes under 4001 characters."],
  ] as const;
  for (const [name, longest, sentence] of fields) {
    const described = expect.stringContaining(sentence) as string;
    await user.click(field(name));
    await user.paste(longest);
    await user.tab();
    expect(field(name)).not.toHaveAccessibleDescription(described);
    await user.click(field(name));
    await user.paste("a");
    await user.tab();
    expect(field(name)).toHaveAccessibleDescription(described);
    expect(field(name)).toHaveValue(`${longest}a`);
    expect(save()).toBeDisabled();
    await user.clear(field(name));
    await user.paste(longest);
  }
  expect(save()).toBeEnabled();
});

// Spec 2.66
it("clears the chosen customer when another name is typed", async () => {
  const bob = aCustomer({ customer_id: "C-1002", customer_name: "Bob Stone" });
  const { user } = openNew({ customers: [aCustomer(), bob] });
  await user.type(field("Customer name"), "Bob");
  await user.click(await screen.findByRole("option", { name: /Bob Stone/ }));
  await user.type(field("Customer name"), "by");
  expect(screen.getByText("A new customer")).toBeVisible();
  expect(field("Phone")).toHaveValue("");
});

it.each([
  ["Phone", "+1 555 010 0001"],
  ["Email", "Ann@Example.com"],
  ["Customer name", "field ann"],
])(
  "names the customer whom the typed %s belongs to, and offers their last address",
  async (name, text) => {
    const { user } = openNew({ jobs: [aJob()] });
    if (name !== "Customer name")
      await fill(user, field("Customer name"), "A. Fields");
    await fill(user, field(name), text);
    const use = await screen.findByRole("button", {
      name: "Use this customer",
    });
    await waitFor(() =>
      expect(field(name)).toHaveAccessibleDescription(
        "Looks like Ann Field, (555) 010-0001, 12 Oak St. Use this customer Show customer",
      ),
    );
    await user.click(use);
    expect(field("Customer name")).toHaveValue("Ann Field");
    expect(screen.getByText("Existing customer C-1001")).toBeVisible();
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "12 Oak St" }));
    expect(field("Address")).toHaveValue("12 Oak St");
  },
);

/** What leaves the dialog of a new job without saving it, apart from Esc. */
const WAYS = {
  ...LEAVE,
  Discard: (user: UserEvent) => user.click(button("Discard")),
};

it.each(["X", "Discard", "a click outside", "Back"] as const)(
  "leaving a new job by %s asks before discarding a filled form, and closes an empty one at once",
  async (way) => {
    const { user, onClose } = openNew();
    await fill(user, field("Address"), "9 Low Rd");
    await WAYS[way](user);
    await screen.findByRole("alertdialog");
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(field("Address")).toHaveValue("9 Low Rd");

    await user.clear(field("Address"));
    await WAYS[way](user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  },
);
