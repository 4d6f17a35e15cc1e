import { act, screen, within } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CHOOSE_ROW } from "@domain/materials/choices";
import type { LineRow } from "@domain/estimate/lines";
import { CHANGED_LISTS, MAX_LINES } from "@domain/calls/inputLimits";
import { QUANTITY_OF_LINE } from "@domain/estimate/units";
import { JobFormContext } from "@/job/JobFormContext";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { Materials } from "@/features/jobs/materials/Materials";
import { leaveLines } from "@/features/jobs/form/unreadableFields";
import { aColor, aJob, anItem, type Item } from "../../../../support/builders";
import { A_UUID, expectCall } from "../../../../support/expectCall";
import { FakeBackend, renderOn, stubLayout } from "../../../../support/fakeBackend";
import { FormOffice } from "../../../../support/formOffice";
import { COLORS, ITEMS } from "../../../../support/offeredItems";
import { aUser, retype } from "../../../../support/user";

const WHITE = { colorNumber: "002", colorName: "80 Degree White" };

/** A row of the job; its key is its name. */
function aLine(fields: Partial<LineRow>): LineRow {
  const name = fields.name ?? "Strip Miter";
  return {
    ...{ _id: name, clientKey: name, name, order: "i", quantity: 4 },
    ...{ unit: "piece", size: "6", price: 7.8, ...WHITE, ...fields },
  };
}

const LABOR = aLine({
  ...{ name: "Labor", quantity: 1, price: 450, order: "z" },
  ...{ unit: undefined, size: undefined },
  ...{ colorNumber: undefined, colorName: undefined },
});

const JOB = aJob();

let office: FormOffice;

afterEach(async () => {
  act(() => void toast.dismiss());
  await office.end();
});

interface Shown {
  readonly lines?: readonly LineRow[];
  /** The price of the job, as its field shows it. */
  readonly price?: string;
}

/** The materials of a job in a form, on a page that sends changes at once. */
function open({ lines = [], price = "" }: Shown = {}) {
  stubLayout();
  office = new FormOffice({ keeps: false });
  const { session } = office.open();
  const backend = new FakeBackend();
  const items = ITEMS.map((item) => anItem(item as Item));
  const colors = COLORS.map((color) => aColor(color));
  backend.answer(api.inventory.listItems, () => items);
  backend.answer(api.inventory.listColors, () => colors);
  backend.answer(api.lines.ofJob, () => [...lines] as never);
  // The server never answers, so the page shows its own unanswered changes.
  for (const change of ["add", "edit", "remove"] as const)
    backend.perform(api.lines[change], () => new Promise(() => undefined));
  const choose = vi.fn();
  const nothing = () => undefined;
  const form = {
    ...{ jobId: "job1", notes: {}, isLocked: false, choose },
    ...{ focus: nothing, type: nothing, leave: nothing },
    values: { ...EMPTY_JOB_FORM, jobs_price: price },
  };
  renderOn(
    backend,
    <JobFormContext value={form}>
      <form id="form">
        <Materials job={JOB} session={session} isLocked={false} />
      </form>
    </JobFormContext>,
  );
  const user = aUser();
  const added = () => screen.getByLabelText("Add a row");
  return {
    ...{ user, backend, session, choose, added },
    say: async (text: string) => {
      await retype(user, added(), text);
      await user.keyboard("{Enter}");
    },
    /** Opens the row. */
    tap: async (name: RegExp) => await user.click(screen.getByRole("button", { name })),
  };
}

/** As the dialog does before it closes. */
function leave(): boolean {
  let isLeft = false;
  act(() => {
    isLeft = leaveLines("form");
  });
  return isLeft;
}

const OF_JOB = { id: "job1", intentId: A_UUID };

const line = (fields: object) => ({
  args: expect.objectContaining({
    lines: [expect.objectContaining(fields)],
  }) as { id: unknown },
});

it("adds a row by Enter, and stays in the field for the next one", async () => {
  const { backend, say, added } = open();
  await say("4 strip miters 6in 80 degree white");
  expect(added()).toHaveFocus();
  expect(added()).toHaveValue("");
  expect(screen.getByRole("button", { name: /^Strip Miter, 6 in\W+4 × \$7\.80/ })).toBeVisible();
  expectCall(
    "lines.add",
    backend,
    line({ name: "Strip Miter", quantity: 4, price: 7.8, ...WHITE }),
  );
});

it("lists every item that fits, adds none by itself, and asks for the quantity of a chosen one", async () => {
  const { backend, say, user, added } = open();
  await say("gutter 6in");
  expect(added()).toHaveAccessibleDescription(CHOOSE_ROW);
  expectCall("lines.add", backend);
  const choices = screen.getByRole("group", { name: "What it can be" });
  await user.click(within(choices).getByRole("button", { name: /^Seamless K-Style Gutter/ }));
  expectCall(
    "lines.add",
    backend,
    line({ name: "Seamless K-Style Gutter", quantity: 1, price: 9.25 }),
  );
  expect(screen.getByLabelText("Feet")).toHaveFocus();
  await user.keyboard("120{Enter}");
  expect(added()).toHaveFocus();
  expect(screen.getByRole("button", { name: /120 ft × \$9\.25/ })).toBeVisible();
});

it("keeps a text and adds no row if the job is full", async () => {
  const lines = Array.from({ length: MAX_LINES }, (_, at) => aLine({ name: `Row ${at}` }));
  const { backend, say, added } = open({ lines });
  await say("2 splash block");
  expect(added()).toHaveAccessibleDescription(CHANGED_LISTS.lines.sentence);
  expect(added()).toHaveValue("2 splash block");
  expectCall("lines.add", backend);
});

it("saves a quantity once when its field is left, and keeps a refused one in the field", async () => {
  const { backend, user, tap } = open({ lines: [aLine({})] });
  await tap(/^Strip Miter/);
  const quantity = screen.getByLabelText("Quantity");
  await retype(user, quantity, "0");
  expect(leave()).toBe(false);
  expect(quantity).toHaveFocus();
  expect(await screen.findByText(QUANTITY_OF_LINE)).toBeVisible();
  // The row stays open with it.
  await tap(/^Strip Miter/);
  expect(quantity).toHaveValue("0");
  await retype(user, quantity, "6");
  expect(leave()).toBe(true);
  expect(leave()).toBe(true);
  await screen.findByRole("button", { name: /6 × \$7\.80/ });
  expectCall("lines.edit", backend, line({ quantity: 6 }));
});

it("clears a price with null, which is not $0.00", async () => {
  const { backend, user, tap } = open({ lines: [aLine({}), LABOR] });
  await tap(/^Labor/);
  await user.clear(screen.getByLabelText("Price each"));
  await user.tab();
  expectCall("lines.edit", backend, line({ clientKey: "Labor", price: null }));
  expect(screen.getByText("$31.20 and 1 row without a price")).toBeInTheDocument();
});

it("chooses the side of a pair, whose price stays", async () => {
  const { backend, user, tap } = open({ lines: [aLine({})] });
  await tap(/^Strip Miter.*side not chosen/);
  await user.selectOptions(screen.getByLabelText("Side"), "Out Strip Miter");
  const out = ITEMS.find(({ name }) => name === "Out Strip Miter");
  const { name, _id: itemId, sku } = out ?? {};
  expectCall("lines.edit", backend, {
    args: {
      ...OF_JOB,
      lines: [{ clientKey: "Strip Miter", name, itemId, sku }],
    },
  });
});

it("gives the color of the job to its rows, asks which white, and refuses one without their size", async () => {
  const bare = aLine({ colorNumber: undefined, colorName: undefined });
  const own = aLine({ name: "End Cap", colorNumber: "180", order: "j" });
  const { backend, user } = open({ lines: [bare, own, LABOR] });
  const color = screen.getByLabelText("Color of the rows");
  await retype(user, color, "ivory");
  await user.click(screen.getByRole("option"));
  expect(color).toHaveAccessibleDescription("Antique Ivory does not come in 6 inch.");
  await retype(user, color, "white");
  expect(screen.getAllByRole("option")).toHaveLength(2);
  expectCall("lines.edit", backend);
  await user.click(screen.getByRole("option", { name: /^80 Degree White/ }));
  expectCall("lines.edit", backend, {
    args: {
      ...OF_JOB,
      lines: [
        { clientKey: "Strip Miter", ...WHITE },
        { clientKey: "End Cap", ...WHITE },
      ],
    },
  });
});

it("hints at a row, and at a typed text before Enter, whose color does not come in its size", async () => {
  const ivory = aLine({ colorNumber: "115", colorName: "Antique Ivory" });
  const { user, added } = open({ lines: [ivory] });
  const hint = "Antique Ivory does not come in 6 inch.";
  const color = screen.getByLabelText("Color of the rows");
  expect(color).toHaveAccessibleDescription(hint);
  expect(color).toBeValid();
  expect(added()).not.toHaveAccessibleDescription();
  await retype(user, added(), "4 strip miters 6in antique ivory");
  expect(added()).toHaveAccessibleDescription(hint);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("uses the sum as the price of the job, and says how they differ and which rows the sum leaves out", async () => {
  const unpriced = aLine({ name: "Haul away", price: undefined });
  const lines = [aLine({}), LABOR, unpriced];
  const { user, choose } = open({ lines, price: "500.00" });
  expect(
    screen.getByText(
      "The job's price is $500.00: $18.80 more than the rows. 1 row without a price is not in it.",
    ),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Use $481.20" }));
  expect(choose.mock.calls).toEqual([["jobs_price", "481.20"]]);
});

it("does not offer the sum if it is the price already", () => {
  open({ lines: [LABOR], price: "450" });
  expect(screen.queryByRole("button", { name: /^Use/ })).toBeNull();
});

it("lists the prices that have changed since, before it takes them over", async () => {
  const lines = [aLine({ price: 6.1 }), aLine({ name: "End Cap", order: "j" }), LABOR];
  const { backend, user } = open({ lines });
  await user.click(screen.getByRole("button", { name: "Update prices" }));
  expect(screen.getByText("$6.10 → $7.80")).toBeVisible();
  expectCall("lines.edit", backend);
  await user.click(screen.getByRole("button", { name: "Update 2 prices" }));
  expectCall("lines.edit", backend, {
    args: {
      ...OF_JOB,
      lines: [
        { clientKey: "Strip Miter", price: 7.8 },
        { clientKey: "End Cap", price: 1.75 },
      ],
    },
  });
});

it("removes a row with an undo at once", async () => {
  const { backend, user, tap } = open({ lines: [aLine({}), LABOR] });
  await tap(/^Labor/);
  await user.click(screen.getByRole("button", { name: "Remove row" }));
  expect(await screen.findByText("Row removed")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  expectCall("lines.remove", backend, {
    args: { ...OF_JOB, keys: ["Labor"] },
  });
});
