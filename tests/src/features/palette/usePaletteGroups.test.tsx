import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { usePaletteGroups } from "@/features/palette/usePaletteGroups";
import { aCustomer, aJob } from "../../../support/builders";
import { DeviceStore } from "@/offline/device/deviceStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";
import { renderWithOutbox } from "../../../support/outboxPage";
import { aUser } from "../../../support/user";

const go = () => undefined;

function Groups() {
  const [typed, setTyped] = useState("");
  const { groups, isSearching } = usePaletteGroups(typed, go);
  return (
    <>
      <input value={typed} onChange={({ target }) => setTyped(target.value)} />
      {groups.map(({ title, entries }) => (
        <ul key={title} aria-label={title}>
          {entries.map(({ id, label }) => (
            <li key={id}>{label}</li>
          ))}
        </ul>
      ))}
      {isSearching ? "Searching" : "Done"}
    </>
  );
}

function show() {
  const backend = new FakeBackend();
  const noJobs = { canLoadMore: false, total: 0, leftOut: null };
  backend.answer(api.jobs.search, () => ({
    jobs: [],
    isReady: true,
    ...noJobs,
  }));
  backend.answer(api.customers.search, ({ term }: { term: string }) =>
    "johnson".startsWith(term) ? [aCustomer({ customer_name: "Johnson" })] : [],
  );
  const asked: string[] = [];
  backend.answer(api.customers.similar, ({ term }: { term: string }) => {
    asked.push(term);
    return term === "jonson" ? [aCustomer({ customer_name: "Johnson" })] : [];
  });
  renderOn(backend, <Groups />);
  return { user: aUser(), asked };
}

it('the palette asks "Did you mean" once neither a job nor a customer is found', async () => {
  const { user, asked } = show();
  await user.type(screen.getByRole("textbox"), "johnson");
  expect(await screen.findByRole("list", { name: "Customers" })).toBeVisible();
  expect(screen.queryByRole("list", { name: "Did you mean" })).toBeNull();
  expect(asked).toEqual([]);
  await user.clear(screen.getByRole("textbox"));
  await user.type(screen.getByRole("textbox"), "jonson");
  expect(await screen.findByRole("list", { name: "Did you mean" })).toHaveTextContent("Johnson");
  expect(screen.getByText("Done")).toBeVisible();
});

it("the palette stops searching when no name is like the typed one", async () => {
  const { user } = show();
  await user.type(screen.getByRole("textbox"), "weatherby");
  expect(await screen.findByText("Done")).toBeVisible();
  expect(screen.queryByRole("list", { name: "Did you mean" })).toBeNull();
});

it("the jobs opened last on the device are offered until the server has answered", async () => {
  emptyDevice();
  const store = new DeviceStore(OWNER);
  await store.write(["facts"], async (tx) => {
    await tx.objectStore("facts").put({
      name: "opened",
      value: [
        { id: "job1", name: "Ann Field", place: "12 Oak St" },
        { id: "job2", name: "Ruth Okafor", place: "72 Birch Street" },
      ],
    });
  });
  const backend = new FakeBackend();
  renderWithOutbox(backend, <Groups />);
  const user = aUser();
  const recent = await screen.findByRole("list", { name: "Recent jobs" });
  expect(recent).toHaveTextContent("Ann FieldRuth Okafor");
  await user.type(screen.getByRole("textbox"), "oka");
  expect(screen.getByRole("list", { name: "Recent jobs" })).toHaveTextContent(/^Ruth Okafor$/);
  expect(screen.getByText("Searching")).toBeVisible();
  backend.answer(api.jobs.search, () => ({
    jobs: [aJob({ customer_name: "Nora Okafor" })],
    isReady: true,
    canLoadMore: false,
    total: 1,
    leftOut: null,
  }));
  expect(await screen.findByRole("list", { name: "Jobs" })).toHaveTextContent("Nora Okafor");
  expect(screen.queryByRole("list", { name: "Recent jobs" })).toBeNull();
  store.close();
});
