import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { setConnectionState } from "@/lib/connection/connectionState";
import { writeCopy } from "@/offline/days/copyTables";
import { copiedRange } from "@/offline/days/copyRules";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aCustomer, aJob } from "../../../../support/builders";
import { emptyDevice, OWNER } from "../../../../support/deviceStores";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";
import { ANA, renderApp } from "../../../../support/renderApp";

const RUTH = aCustomer({ customer_id: "C-1001", customer_name: "Ruth Okafor" });
const JOB = aJob({
  _id: "roof" as Id<"jobs">,
  customer_name: "Ruth Okafor",
  job_address: "72 Birch Street",
  job_estimate_date: Date.now(),
});
const OTHER = aJob({
  _id: "other" as Id<"jobs">,
  job_customer_id: "C-1002",
  job_address: "9 Low Rd",
  job_estimate_date: Date.now(),
});

beforeEach(() => {
  stubLayout();
  emptyDevice();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

const dialog = () => screen.findByRole("dialog", { name: "Customer C-1001" });

it("a link to a customer on a public page waits for the sign-in", async () => {
  const client = new FakeBackend();
  client.answer(api.customers.getByCustomerId, () => RUTH);
  const { setSession } = renderApp({
    path: "/calculator?customer=C-1001",
    session: { status: "signedOut" },
    client,
  });
  expect(await screen.findByRole("heading", { name: "Calculator" })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  setSession(ANA);
  expect(await within(await dialog()).findByDisplayValue("Ruth Okafor")).toBeVisible();
});

it("without signal, a customer's dialog lists the jobs on the device, and says that there may be others", async () => {
  const store = new DeviceStore({
    ...OWNER,
    workspaceId: "user-1",
    userName: "Ana Silva",
  });
  await writeCopy(store, {
    jobs: [JOB, OTHER],
    customers: new Map([["C-1001", RUTH]]),
    range: copiedRange(Date.now()),
    savedAt: Date.now(),
  });
  const client = new FakeBackend();
  client.neverConnected();
  setConnectionState("offline");
  renderApp({
    path: "/calculator?customer=C-1001",
    client,
    deployment: OWNER.deployment,
  });
  const shown = within(await dialog());
  expect(await shown.findByText(/Only the jobs saved on .* which may not be all/)).toBeVisible();
  const jobs = await shown.findByRole("list", { name: "Jobs of the customer" });
  expect(within(jobs).getAllByRole("button")).toHaveLength(1);
  expect(jobs).toHaveTextContent("72 Birch Street");
  act(() => setConnectionState("live"));
  store.close();
});
