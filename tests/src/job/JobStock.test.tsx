import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { LineRow } from "@domain/estimate/lines";
import { CHANGED_LISTS, MAX_LINES } from "@domain/calls/inputLimits";
import type { JobStatus } from "@domain/job/jobs";
import { JobStock } from "@/job/JobStock";
import { aJob } from "../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../support/fakeBackend";
import { A_UUID, expectCall } from "../../support/expectCall";
import { MemoryOutbox } from "../../support/memoryOutbox";
import { ITEMS } from "../../support/offeredItems";

beforeAll(stubLayout);

type Line = Partial<LineRow> & Pick<LineRow, "name" | "quantity">;

const GUTTER: Line = {
  ...{ name: "Seamless K-Style Gutter", quantity: 100, unit: "foot" },
  ...{ itemId: "GUT-SEAMLESS", sku: "GUT-SEAMLESS", size: "6" },
};
const CAPS: Line = { name: "End Cap", quantity: 2, unit: "piece", size: "6" };
const TAKEN = { takenItem: "GUT-COIL", takenSize: "6", taken: 105 } as const;

function open(job_status: JobStatus, ...lines: Line[]) {
  const backend = new FakeBackend();
  const stored = lines.map((line, at) => ({
    ...{ _id: `l${at}` as Id<"jobLines">, _creationTime: at, order: "i" },
    ...{ jobId: "job1" as Id<"jobs">, clientKey: `k${at}`, ...line },
  }));
  backend.answer(api.lines.ofJob, () => stored as never);
  backend.answer(api.inventory.listItems, () => ITEMS as never);
  backend.answer(api.inventory.listColors, () => []);
  backend.answer(api.office.settings, () => ({}));
  backend.perform(api.lines.take, () => ({ left: [] }));
  backend.perform(api.lines.putBack, () => null);
  backend.perform(api.lines.edit, () => null);
  backend.perform(api.lines.add, () => null);
  renderOn(
    backend,
    <MemoryOutbox backend={backend}>
      <JobStock job={aJob({ job_status })} />
    </MemoryOutbox>,
  );
  return backend;
}

const shown = () => screen.queryByRole("region", { name: "Stock" });
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each<[string, JobStatus, Line[], [string | null, ...string[]]]>([
  ["a job that is not installed", "approved", [GUTTER], [null]],
  ["a job without materials", "completed", [], [null]],
  ["a job of labor alone", "completed", [{ name: "Haul away", quantity: 1 }], [null]],
  [
    "an installed job",
    "completed",
    [GUTTER],
    ["Not taken yet: 105 ft Gutter Coil .032, 6 in.", "Take from stock"],
  ],
  [
    "a paid job whose row has grown",
    "installed_paid",
    [{ ...GUTTER, ...TAKEN, taken: 100 }],
    ["Not taken yet: 5 ft Gutter Coil .032, 6 in.", "Take from stock", "Put back"],
  ],
  [
    "a paid job whose row has shrunk",
    "installed_paid",
    [{ ...GUTTER, ...TAKEN, taken: 110 }],
    ["Not taken yet: 5 ft too many of Gutter Coil .032, 6 in.", "Take from stock", "Put back"],
  ],
  [
    "an installed job of which all is taken",
    "completed",
    [{ ...GUTTER, ...TAKEN }],
    ["Taken from stock.", "Put back"],
  ],
  [
    "a job that was set back",
    "install_scheduled",
    [{ ...GUTTER, ...TAKEN }],
    ["Materials of this job were taken from stock.", "Put back"],
  ],
  [
    "many rows",
    "completed",
    Array<Line>(6).fill({ ...CAPS, itemId: "CAP-LEFT", name: "Left End Cap" }),
    [`Not taken yet: ${"2 Left End Cap, 6 in; ".repeat(4)}2 more rows.`, "Take from stock"],
  ],
])("for %s it says what can be taken", (_of, status, lines, [text, ...offered]) => {
  open(status, ...lines);
  expect(buttons()).toEqual(offered);
  if (text === null) expect(shown()).toBeNull();
  else expect(shown()?.querySelector("p")?.textContent).toBe(text);
});

it("takes and puts back in one tap each, and shows either at once", async () => {
  const backend = open("completed", GUTTER);
  press("Take from stock");
  expect(shown()).toHaveTextContent("Taken from stock.");
  expect(buttons()).toEqual(["Put back"]);
  press("Put back");
  expect(buttons()).toEqual(["Take from stock"]);
  const intentId = A_UUID;
  await waitFor(() => expectCall("lines.putBack", backend, { args: { id: "job1", intentId } }));
  expectCall("lines.take", backend, {
    args: { id: "job1", wastePercent: 5, intentId },
  });
});

it("asks for the side of a pair before it is taken", async () => {
  const backend = open("completed", CAPS);
  expect(buttons()).toEqual([]);
  expect(shown()).not.toHaveTextContent("aken");
  const side = screen.getByLabelText("Side of 2 End Cap, 6 in");
  const right = ITEMS.find(({ name }) => name === "Right End Cap");
  fireEvent.change(side, { target: { value: right?._id } });
  expect(buttons()).toEqual(["Take from stock"]);
  const line = {
    ...{ clientKey: "k0", itemId: right?._id },
    ...{ sku: right?.sku, name: "Right End Cap" },
  };
  const args = { id: "job1", lines: [line], intentId: A_UUID };
  await waitFor(() => expectCall("lines.edit", backend, { args }));
});

it("splits a row of a pair into two rows, one for each side", async () => {
  const backend = open("completed", { ...CAPS, quantity: 5, price: 1.75 });
  const side = screen.getByLabelText("Side of 5 End Cap, 6 in");
  fireEvent.change(side, { target: { value: "both" } });
  const count = screen.getByLabelText("Left End Cap, of 5");
  expect(count).toHaveValue("3");
  expect(count).toHaveAccessibleDescription("The others become Right End Cap.");
  for (const wrong of ["0", "5", "two", "-1", ""]) {
    fireEvent.change(count, { target: { value: wrong } });
    press("Split");
    expect(count).toHaveAccessibleDescription("Enter from 1 to 4.");
  }
  expectCall("lines.edit", backend);
  fireEvent.change(count, { target: { value: "4" } });
  press("Split");
  expect(shown()).toHaveTextContent("Not taken yet: 4 Left End Cap, 6 in; 1 Right End Cap, 6 in.");
  const of = { id: "job1", intentId: A_UUID };
  const rest = {
    ...{ name: "Right End Cap", itemId: "CAP-RIGHT", sku: "CAP-RIGHT" },
    ...{ unit: "piece", size: "6", quantity: 1, price: 1.75 },
    ...{ clientKey: A_UUID, order: expect.any(String) as string },
  };
  const first = {
    ...{ clientKey: "k0", itemId: "CAP-LEFT", sku: "CAP-LEFT" },
    ...{ name: "Left End Cap", quantity: 4 },
  };
  await waitFor(() =>
    expectCall("lines.edit", backend, {
      args: { ...of, lines: [first], added: [rest] },
    }),
  );
});

it("splits no row of a job that has no room for one more", () => {
  const backend = open("completed", ...Array<Line>(MAX_LINES).fill(CAPS));
  const [side] = screen.getAllByLabelText("Side of 2 End Cap, 6 in");
  fireEvent.change(side!, { target: { value: "both" } });
  press("Split");
  expect(screen.getByRole("alert")).toHaveTextContent(CHANGED_LISTS.lines.sentence);
  expectCall("lines.edit", backend);
});

it("offers no split of a single piece", () => {
  open("completed", { ...CAPS, quantity: 1 });
  expect(screen.queryByText("Some of each")).toBeNull();
});
