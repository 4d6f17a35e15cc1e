import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { openImport } from "@/lib/openImport";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { aUser } from "../../../support/user";

vi.mock("@/lib/openImport", async (load) => ({
  ...(await load<object>()),
  openImport: vi.fn<() => void>(),
}));

beforeEach(() => {
  window.scrollTo = () => {};
  localStorage.clear();
});

const QUESTION = "How would you like to start?";
const READY = "Make the office ready";

function show(data: { hasDemoData: boolean; hasRealCustomers: boolean }) {
  const client = new FakeBackend();
  client.answer(api.seed.demoData, () => ({
    ...data,
    changed: [],
    hasMoreChanged: false,
  }));
  client.answer(api.inventory.listItems, () => []);
  renderApp({ path: "/", client });
}

test("an empty office offers three ways to begin", async () => {
  show({ hasDemoData: false, hasRealCustomers: false });
  expect(await screen.findByRole("heading", { name: QUESTION })).toBeVisible();
  for (const name of [
    "Import customers and jobs",
    "Try example data",
    "Start empty",
  ])
    expect(screen.getByRole("button", { name })).toBeVisible();
  const user = aUser();
  await user.click(
    screen.getByRole("button", { name: "Import customers and jobs" }),
  );
  expect(openImport).toHaveBeenCalledOnce();
});

test("starting empty shows what makes the office ready, each until it is done", async () => {
  show({ hasDemoData: false, hasRealCustomers: false });
  const user = aUser();
  await user.click(await screen.findByRole("button", { name: "Start empty" }));
  expect(await screen.findByRole("heading", { name: READY })).toBeVisible();
  expect(screen.queryByRole("heading", { name: QUESTION })).toBeNull();
  expect(screen.getByRole("link", { name: "How to back up" })).toBeVisible();
  // Nothing else can open the address of this test.
  expect(screen.queryByRole("button", { name: "Copy the address" })).toBeNull();
  for (const step of [/^Done: A teammate/, /^Done: The usual/])
    await user.click(await screen.findByRole("button", { name: step }));
  for (const step of [/^Done: See a backup/, /^Done: Put Downspout/])
    await user.click(await screen.findByRole("button", { name: step }));
  await waitFor(() =>
    expect(screen.queryByRole("heading", { name: READY })).toBeNull(),
  );
});

test("an office in use shows neither on a device that has not seen it begin", async () => {
  show({ hasDemoData: false, hasRealCustomers: true });
  await screen.findByText("No items yet");
  expect(screen.queryByRole("heading", { name: QUESTION })).toBeNull();
  expect(screen.queryByRole("heading", { name: READY })).toBeNull();
});
