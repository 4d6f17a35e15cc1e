import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { hasPageFiles } from "@/lib/pageFiles";
import { lastUndoable } from "@/offline/outbox/undoable";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";

const PEOPLE = { customersDeleted: 50, jobsDeleted: 100 };
const NO_DEMO_DATA = {
  hasDemoData: false,
  hasRealCustomers: false,
  changed: [],
  hasMoreChanged: false,
};
const INVENTORY = {
  inventoryItemsDeleted: 44,
  inventoryPricesDeleted: 68,
  inventoryColorsDeleted: 41,
  inventoryTxnsDeleted: 9,
};

beforeEach(() => {
  window.scrollTo = () => {};
  vi.stubGlobal("reportError", vi.fn());
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function showSettings() {
  const client = new FakeBackend();
  client.answer(api.seed.progress, () => null);
  client.answer(api.seed.demoData, () => NO_DEMO_DATA);
  client.perform(api.seed.generateFakeData, () => ({
    customersCreated: 50,
    jobsCreated: 100,
  }));
  client.perform(api.inventorySeed.seedDefaults, () => ({
    items: 44,
    prices: 68,
    colors: 41,
  }));
  client.perform(api.customers.dedupeForUser, () => ({
    groupsAffected: 3,
    duplicatesRemoved: 4,
  }));
  client.perform(api.customers.sharedContacts, () => ({ total: 0, sets: [] }));
  client.perform(api.customers.removeObsoleteObtainedDateField, () => ({
    cleaned: 7,
    scanned: 50,
  }));
  client.perform(api.seed.deleteCustomersAndJobs, () => PEOPLE);
  client.perform(api.seed.deleteInventory, () => INVENTORY);
  client.perform(api.seed.deleteAllData, () => ({ ...PEOPLE, ...INVENTORY }));
  renderApp({ path: "/settings", client });
  await screen.findByRole("heading", { name: "Settings" });
  return client;
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const click = (name: string | RegExp) => fireEvent.click(button(name));
const confirms = () => screen.queryAllByRole("button", { name: /Confirm Delete/ });
/** Longer than the pause before a confirming click counts. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(600));

async function confirmed(name: string) {
  click(name);
  await pause();
  click(`Confirm Delete (${name})`);
}

// Spec 2.96, 2.97, 2.98, 6.8
test("the settings have the cards Generate, Delete and Appearance", async () => {
  await showSettings();
  expect(screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent)).toEqual([
    "Generate",
    "Delete",
    "Appearance",
  ]);
  const named = (card: string) =>
    within(screen.getByRole("region", { name: card }))
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
  expect(named("Generate")).toEqual(["Fake customers and jobs", "Fake inventory"]);
  expect(named("Delete")).toEqual([
    "Deduplicate customers",
    "Remove obsolete obtained date",
    "Delete customers and jobs",
    "Delete inventory",
    "Delete all data",
  ]);
  expect(
    within(screen.getByRole("region", { name: "Appearance" })).getAllByRole("radio"),
  ).toHaveLength(3);
});

// Spec 6.6
test("the theme can be chosen while the server answers with an error", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const client = new FakeBackend();
  client.answer(api.seed.progress, () => {
    throw new Error("Server Error");
  });
  client.answer(api.seed.demoData, () => NO_DEMO_DATA);
  renderApp({ path: "/settings", client });
  const card = await screen.findByRole("region", { name: "Appearance" });
  expect(within(card).getAllByRole("radio")).toHaveLength(3);
  expect(screen.queryByRole("region", { name: "Delete" })).toBeNull();
});

test("names the signed-in user's workspace", async () => {
  await showSettings();
  expect(screen.getAllByText(/your workspace/)).toHaveLength(2);
});

test("says whether the page opens without signal, where hosted people find it too", async () => {
  vi.stubGlobal("isSecureContext", true);
  await showSettings();
  act(() => hasPageFiles.set(true));
  expect(await screen.findByText("Opens without signal. No days are copied.")).toBeVisible();
  act(() => hasPageFiles.set(null));
});

// Spec 2.98
test("a theme is stored on the device, without calling the backend", async () => {
  localStorage.clear();
  const client = await showSettings();
  const calls = [vi.spyOn(client, "mutation"), vi.spyOn(client, "action")];
  for (const theme of ["Light", "System", "Dark"]) {
    fireEvent.click(screen.getByRole("radio", { name: theme }));
    expect(localStorage.getItem("vite-ui-theme")).toBe(theme.toLowerCase());
  }
  for (const call of calls) expect(call).not.toHaveBeenCalled();
});

const AT_ONCE = [
  [
    "Fake customers and jobs",
    "Created 50 customers and 100 jobs",
    "Failed to generate",
    api.seed.generateFakeData,
  ],
  [
    "Fake inventory",
    "Seeded 44 items, 68 prices, 41 colors",
    "Failed to seed inventory",
    api.inventorySeed.seedDefaults,
  ],
  [
    "Deduplicate customers",
    "Deduped customers: groups affected 3, duplicates removed 4",
    "Failed to dedupe",
    api.customers.dedupeForUser,
  ],
  [
    "Remove obsolete obtained date",
    "Cleaned obtained_date from 7 of 50 customers",
    "Failed to clean obtained date",
    api.customers.removeObsoleteObtainedDateField,
  ],
] as const;

const CONFIRMED = [
  [
    "Delete customers and jobs",
    "Deleted 50 customers and 100 jobs",
    "Failed to delete customers/jobs",
    api.seed.deleteCustomersAndJobs,
  ],
  [
    "Delete inventory",
    "Deleted 44 items, 68 prices, 41 colors, 9 transactions",
    "Failed to delete inventory",
    api.seed.deleteInventory,
  ],
  [
    "Delete all data",
    "Deleted 50 customers, 100 jobs, 44 items, 68 prices, 41 colors, 9 transactions",
    "Failed to delete",
    api.seed.deleteAllData,
  ],
] as const;

// Spec 2.99, 8.3
test.each(AT_ONCE)("'%s' says: %s", async (name, message) => {
  await showSettings();
  click(name);
  expect(await screen.findByText(message)).toBeVisible();
});

// Spec 2.99, 4.26, 8.4
test.each(CONFIRMED)("the second click on '%s' says: %s", async (name, message) => {
  await showSettings();
  await confirmed(name);
  expect(await screen.findByText(message)).toBeVisible();
});

// Spec 7.8, 9.1
test("generates 50 customers with 2 jobs each", async () => {
  const client = await showSettings();
  click("Fake customers and jobs");
  await screen.findByText(/^Created/);
  expect(client.callsOf(api.seed.generateFakeData)).toEqual([
    {
      customers: 50,
      jobsPerCustomer: 2,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
});

test("asks before it generates beside real customers", async () => {
  const client = await showSettings();
  act(() =>
    client.answer(api.seed.demoData, () => ({
      ...NO_DEMO_DATA,
      hasRealCustomers: true,
    })),
  );
  click("Fake customers and jobs");
  expect(button("Add beside real ones?")).toBeVisible();
  await pause();
  expect(client.callsOf(api.seed.generateFakeData)).toEqual([]);
  click("Add beside real ones?");
  expect(await screen.findByText(/^Created 50/)).toBeVisible();
});

test("removes demo data on the second click, after naming what people edited", async () => {
  const client = await showSettings();
  client.perform(api.seed.removeDemoData, () => ({
    customersDeleted: 49,
    jobsDeleted: 100,
    customersKept: 1,
  }));
  act(() =>
    client.answer(api.seed.demoData, () => ({
      ...NO_DEMO_DATA,
      hasDemoData: true,
      changed: ["Ann Field, 12 Elm Street"],
    })),
  );
  expect(
    screen.getByText(/Edited since, and removed too: Ann Field, 12 Elm Street\.$/),
  ).toBeVisible();
  act(() =>
    client.answer(api.seed.demoData, () => ({
      ...{ ...NO_DEMO_DATA, hasDemoData: true },
      ...{ changed: ["Ann Field", "Bo Diaz"], hasMoreChanged: true },
    })),
  );
  expect(screen.getByText(/removed too: Ann Field; Bo Diaz; and more\.$/)).toBeVisible();
  click("Remove demo data");
  await pause();
  click("Confirm Remove");
  expect(
    await screen.findByText("Removed 49 demo customers and 100 demo jobs, kept 1 with other jobs"),
  ).toBeVisible();
});

// Spec 2.99, 8.2
test.each(AT_ONCE)(
  "'%s' fails with its own message if the error has none",
  async (name, _message, fallback, call) => {
    const client = await showSettings();
    client.perform(call, () => {
      throw new Error("");
    });
    click(name);
    expect(await screen.findByText(fallback)).toBeVisible();
  },
);

// Spec 2.99, 8.2
test.each(CONFIRMED)(
  "the second click on '%s' fails with its own message if the error has none",
  async (name, _message, fallback, call) => {
    const client = await showSettings();
    client.perform(call, () => {
      throw new Error("");
    });
    await confirmed(name);
    expect(await screen.findByText(fallback)).toBeVisible();
    expect(confirms()).toHaveLength(0);
  },
);

// Spec 8.1
test("shows the error's message without a toast", async () => {
  const client = await showSettings();
  client.perform(api.customers.dedupeForUser, () => {
    throw new ConvexError({ code: "CONFLICT", message: "Still at work." });
  });
  click("Deduplicate customers");
  expect(await screen.findAllByText("Still at work.")).toHaveLength(1);
  expect(screen.queryByText("Save failed")).toBeNull();
});

// Spec 8.1
test("shows a thrown message that is not in our own shape", async () => {
  const client = await showSettings();
  client.perform(api.customers.dedupeForUser, () => {
    throw new Error("The disk is full.");
  });
  click("Deduplicate customers");
  expect(await screen.findByText("The disk is full.")).toBeVisible();
});

// Spec 8.10
test("says that the connection was lost while the action was in flight", async () => {
  const client = await showSettings();
  client.perform(api.seed.generateFakeData, () => {
    throw new Error("Connection lost while action was in flight");
  });
  click("Fake customers and jobs");
  expect(await screen.findByText("Connection lost while action was in flight")).toBeVisible();
});

describe("shared contacts after a dedupe", () => {
  const ann = { customer_id: "C-1001", customer_name: "Ann Field" };
  const bob = { customer_id: "C-1002", customer_name: "Bob Field" };

  async function dedupeWithCouple() {
    const client = await showSettings();
    client.perform(api.customers.sharedContacts, () => ({
      total: 1,
      sets: [
        [ann, bob].map((one) => ({
          ...one,
          _id: one.customer_id as Id<"customers">,
          _creationTime: 1,
          customer_phone: "5551234567",
        })),
      ],
    }));
    click("Deduplicate customers");
    expect(
      await screen.findByText(
        "One phone number or e-mail address is shared under different names.",
      ),
    ).toBeVisible();
    click("Review");
    const dialog = await screen.findByRole("dialog", {
      name: "Shared contacts",
    });
    return { client, dialog };
  }

  test("shared contacts after a dedupe are merged pair by pair, into the customer that was chosen", async () => {
    const { client, dialog } = await dedupeWithCouple();
    const run = "run1" as Id<"changes">;
    client.perform(api.customers.merge, () => ({ run }));
    fireEvent.click(within(dialog).getByRole("radio", { name: /^Bob Field/ }));
    click("Merge Ann Field");
    await pause();
    click("Merge Ann Field");
    expect(await within(dialog).findByText("Merged")).toBeVisible();
    expectCall("customers.merge", client, {
      args: { kept: "C-1002", duplicate: "C-1001" },
    });
    expectCall("customers.sharedContacts", client, { args: {} });
    expect(within(dialog).queryByText("Ann Field")).toBeNull();
    expect(within(dialog).getByRole("radio", { name: /^Bob Field/ })).toHaveFocus();
    expect(await screen.findByText("Customers merged")).toBeVisible();
    expect(screen.getByText("Ann Field into Bob Field")).toBeVisible();
    expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
    expect(lastUndoable()).toMatchObject({ runId: run });
    client.perform(api.customers.sharedContacts, () => ({
      ...{ total: 0, sets: [] },
    }));
    click("Close");
    await waitFor(() => expect(screen.queryByText(/is shared under/)).toBeNull());
  });

  test("shared contacts after a dedupe stay listed, with the reason, if a merge is refused", async () => {
    const { client, dialog } = await dedupeWithCouple();
    client.perform(api.customers.merge, () => {
      throw new ConvexError({ code: "CONFLICT", message: "Look again." });
    });
    click("Merge Bob Field");
    await pause();
    click("Merge Bob Field");
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Look again.");
    expect(within(dialog).getByText("Bob Field")).toBeVisible();
  });

  test("shared contacts after a dedupe can be read again after an error", async () => {
    const client = await showSettings();
    client.perform(api.customers.sharedContacts, () => {
      throw new ConvexError({ code: "CONFLICT", message: "Try later." });
    });
    click("Deduplicate customers");
    await screen.findByText(/could not be read: Try later\./);
    client.perform(api.customers.sharedContacts, () => ({
      total: 0,
      sets: [],
    }));
    click("Try again");
    await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
  });
});

describe("the confirmation", () => {
  // Spec 4.25, 4.27
  test("the confirmation is shared by the three delete buttons", async () => {
    const client = await showSettings();
    click("Delete inventory");
    expect(confirms()).toHaveLength(3);
    await pause();
    click("Confirm Delete (Delete all data)");
    expect(await screen.findByText(/^Deleted 50 customers, /)).toBeVisible();
    expect(client.callsOf(api.seed.deleteAllData)).toHaveLength(1);
    expect(client.callsOf(api.seed.deleteInventory)).toHaveLength(0);
  });

  test("the confirmation is not given by a double click", async () => {
    const client = await showSettings();
    click("Delete all data");
    click("Confirm Delete (Delete all data)");
    await act(() => vi.advanceTimersByTimeAsync(100));
    click("Confirm Delete (Delete all data)");
    await pause();
    expect(client.callsOf(api.seed.deleteAllData)).toHaveLength(0);
    expect(confirms()).toHaveLength(3);
  });

  // Spec 4.28
  test("the confirmation resets after any action", async () => {
    await showSettings();
    click("Delete inventory");
    await pause();
    click("Fake inventory");
    await screen.findByText(/^Seeded/);
    expect(confirms()).toHaveLength(0);
    await confirmed("Delete inventory");
    await screen.findByText(/^Deleted/);
    expect(confirms()).toHaveLength(0);
  });

  test("the confirmation can be withdrawn, and times out", async () => {
    const client = await showSettings();
    click("Delete inventory");
    click("Keep everything");
    expect(confirms()).toHaveLength(0);
    click("Delete inventory");
    await pause();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(confirms()).toHaveLength(0);
    expect(client.callsOf(api.seed.deleteInventory)).toHaveLength(0);
  });
});

describe("long actions", () => {
  test("a long action shows its progress and blocks a second one", async () => {
    const client = await showSettings();
    let finish: (result: typeof PEOPLE) => void = () => {};
    client.perform(
      api.seed.deleteCustomersAndJobs,
      () => new Promise<typeof PEOPLE>((resolve) => (finish = resolve)),
    );
    await confirmed("Delete customers and jobs");
    expect(await screen.findByText("Working...")).toBeVisible();
    act(() => client.setConnection(false));
    expect(screen.getByText("Waiting for the connection...")).toBeVisible();
    act(() => client.setConnection(true));
    expect(screen.getByText("Working...")).toBeVisible();
    act(() =>
      client.answer(api.seed.progress, () => ({
        task: "deleteCustomersAndJobs" as const,
        isRunning: true,
        counts: { jobsDeleted: 1200, customersDeleted: 0 },
      })),
    );
    expect(screen.getByText("Deleting... 1200 jobs so far")).toBeVisible();
    expect(button("Delete customers and jobs")).toHaveAttribute("aria-busy", "true");
    expect(button("Fake inventory")).toBeDisabled();
    finish(PEOPLE);
    expect(await screen.findByText("Deleted 50 customers and 100 jobs")).toBeVisible();
    expect(screen.queryByText(/so far/)).toBeNull();
    expect(button("Fake inventory")).toBeEnabled();
  });

  test("a teammate's long action is shown too", async () => {
    const client = await showSettings();
    act(() =>
      client.answer(api.seed.progress, () => ({
        task: "generate" as const,
        isRunning: true,
        counts: { customersCreated: 20 },
      })),
    );
    expect(screen.getByText("Generating... 20 customers so far")).toBeVisible();
  });
});

// Spec 2.99
test("the result is shown below the cards", async () => {
  await showSettings();
  click("Fake inventory");
  const line = await screen.findByText(/^Seeded/);
  for (const card of screen.getAllByRole("region")) {
    if (card.getAttribute("aria-label")?.startsWith("Notifications")) continue;
    expect(card.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test("the result is announced to screen readers", async () => {
  await showSettings();
  click("Fake inventory");
  const line = await screen.findByText(/^Seeded/);
  expect(line.closest("[aria-live]")).toHaveAttribute("aria-live", "polite");
});

describe("Restore", () => {
  const RUN = {
    id: "run" as Id<"changes">,
    kind: "deleteCustomersAndJobs",
  } as const;

  async function deleted() {
    const client = await showSettings();
    await confirmed("Delete customers and jobs");
    await screen.findByText(/^Deleted /);
    client.answer(api.changes.lastRun, () => RUN);
    return client;
  }

  test("Restore is not shown before a deletion", async () => {
    const client = await showSettings();
    client.answer(api.changes.lastRun, () => RUN);
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  });

  test("restores the deletion whose result is shown, once", async () => {
    const client = await deleted();
    const restored: unknown[] = [];
    client.perform(api.changes.undoRun, (args) => {
      restored.push(args);
      client.answer(api.changes.lastRun, () => null);
      return { rowsRestored: 150, changesUndone: 0 };
    });
    fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByText("Restored 150 records");
    expect(restored).toEqual([{ id: RUN.id }]);
    expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  });

  test("Restore can be tried again after a refusal, which it shows", async () => {
    const client = await deleted();
    const message = "These exist again: SKU 5K-80.";
    client.perform(api.changes.undoRun, () => {
      throw new ConvexError({ code: "CONFLICT", message });
    });
    fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByText(message);
    expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
  });
});
