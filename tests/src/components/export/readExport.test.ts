import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { ExportName } from "@domain/files/exports";
import { readExport } from "@/components/export/readExport";
import { aColor, aCustomer, aJob, anItem } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const office = new FakeBackend();

/** The titles of the file, the lines below them, and what the reader has reported. */
async function linesOf(name: ExportName) {
  const onRows = vi.fn<(count: number) => void>();
  const { signal } = new AbortController();
  const file = await readExport(office.asClient(), name, { signal, onRows });
  const bytes = await file!.arrayBuffer();
  const text = new TextDecoder().decode(bytes).trim();
  const [titles, ...lines] = text.split("\r\n");
  return { titles, lines, counts: onRows.mock.calls.flat() };
}

it("reads every page of the customers once, and counts them", async () => {
  const pages = [["C1", "C2"], ["C3"], ["C4"]];
  office.answer(api.customers.page, ({ paginationOpts: { cursor } }) => {
    const at = Number(cursor ?? 0);
    return {
      page: (pages[at] ?? []).map((customer_id) => aCustomer({ customer_id })),
      isDone: at === 2,
      continueCursor: String(at + 1),
    };
  });
  const { lines, counts } = await linesOf("customers");
  expect(lines.map((line) => line.split(",")[0])).toEqual(pages.flat());
  expect(counts).toEqual([2, 3, 4]);
});

it("calls the crews of a job by their present names", async () => {
  const crews = [{ key: "crew 2", name: "Red crew" }];
  office.answer(api.office.settings, () => ({ crews }));
  office.answer(api.jobs.list, () => ({
    page: [aJob({ job_install_crew: "crew 2" })],
    isDone: true,
    continueCursor: "",
  }));
  const { titles, lines } = await linesOf("jobs");
  expect(titles).toMatch(/,Install crew,Install end,Install window$/);
  expect(lines[0]).toMatch(/,Red crew,,$/);
});

it("gives each color its stock of each category", async () => {
  const white = aColor({ colorNumber: "200", sizeOptions: [] });
  const brown = aColor({ colorNumber: "180", sizeOptions: ["5", "6"] });
  const rows = {
    gutter: [
      { ...white, quantity: 1 },
      { ...brown, quantity: 40 },
    ],
    // In another order: the rows of a color belong together by its id.
    trim: [
      { ...brown, quantity: 7 },
      { ...white, quantity: 2 },
    ],
  };
  office.answer(api.inventory.listColors, ({ category }) =>
    category === "gutter" || category === "trim" ? rows[category] : [],
  );
  expect((await linesOf("inventory")).lines).toEqual([
    "200,Musket Brown,#4a3b31,,1,0,0,2,0",
    "180,Musket Brown,#4a3b31,5 & 6,40,0,0,7,0",
  ]);
});

it("gives each item the prices that were set, by size", async () => {
  office.answer(api.inventory.listItems, () => [
    anItem({
      ...{ name: "Coil", sku: "COIL" },
      _prices: [
        { size: "6", price: 2 },
        { size: "any", price: 1 },
      ],
    }),
  ]);
  expect((await linesOf("prices")).lines).toEqual(["Coil,COIL,Gutter,,2,1"]);
});

it("titles the columns of stock and of prices by what is in them", async () => {
  office.answer(api.inventory.listColors, () => []);
  office.answer(api.inventory.listItems, () => []);
  expect((await linesOf("inventory")).titles).toMatch(
    /Color number,Color,Hex,Sizes,Gutter in stock,.*Trim in stock/,
  );
  expect((await linesOf("prices")).titles).toMatch(/Item,SKU,Category,5 in,6 in,Any size/);
});
