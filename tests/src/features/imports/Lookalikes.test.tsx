import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { Lookalikes } from "@/features/imports/Lookalikes";
import { FakeBackend, renderOn } from "../../../support/fakeBackend";

type Staged = Parameters<typeof Lookalikes>[0]["staged"];

const STAGED: Staged = {
  ...{ _id: "i1" as Id<"imports">, kind: "customers", state: "checked" },
  ...{ fileName: "clients.csv", rowCount: 3, decided: 1, progress: 0 },
  ...{ found: { lookalikes: 2 }, readAt: 1, restChoice: "new" },
};

function show() {
  const backend = new FakeBackend();
  const finding = (id: string, line: number) => ({
    ...{ _id: id as Id<"importFindings">, line },
    customer: { customer_name: `Row ${id}` },
    like: { customer_name: `Known ${id}`, customer_id: "C1" },
  });
  backend.answer(api.imports.findings, () => ({
    page: [{ ...finding("a", 2), choice: "same" as const }, finding("b", 3)],
    isDone: true,
    continueCursor: "",
  }));
  renderOn(backend, <Lookalikes staged={STAGED} undecided={0} onSending={vi.fn()} />);
  const chosen = (name: RegExp) =>
    within(screen.getByRole("group", { name }))
      .getAllByRole<HTMLInputElement>("radio")
      .map(({ checked }) => checked);
  return { backend, chosen };
}

it("shows the choice for one look-alike, and the one for all others", () => {
  const { chosen } = show();
  const [same, isNew] = [chosen(/^Row a/), chosen(/^Row b/)];
  expect(same).toEqual(isNew.toReversed());
  expect(isNew.filter(Boolean)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "All new" })).toHaveAttribute("aria-pressed", "true");
});

it("shows a choice at once, and the former one again if it is refused", async () => {
  const { backend, chosen } = show();
  let refuse: (error: Error) => void = () => {};
  backend.perform(api.imports.decide, () => new Promise((_, reject) => (refuse = reject)));
  const before = chosen(/^Row b/);
  const group = screen.getByRole("group", { name: /^Row b/ });
  const other = within(group).getAllByRole("radio")[before.indexOf(false)]!;
  fireEvent.click(other);
  expect(chosen(/^Row b/)).toEqual(before.toReversed());
  refuse(new Error("Connection lost while action was in flight"));
  await waitFor(() => expect(chosen(/^Row b/)).toEqual(before));
});
