import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { CSV_START, csvRow, type CsvCell } from "@domain/files/csv";
import {
  cellsOf,
  COLOR_COLUMNS,
  CUSTOMER_COLUMNS,
  JOB_COLUMNS,
  PRICE_COLUMNS,
  titlesOf,
  type ExportName,
} from "@domain/files/exports";
import { withCrewNames } from "@domain/job/crews";
import { ITEM_CATEGORIES, type ItemCategory } from "@domain/stock/inventory";

/** The most that the server gives for one call. */
const PAGE_SIZE = 200;

type Rows = AsyncGenerator<CsvCell[][]>;

const TITLES: Readonly<Record<ExportName, readonly string[]>> = {
  jobs: titlesOf(JOB_COLUMNS),
  customers: titlesOf(CUSTOMER_COLUMNS),
  inventory: titlesOf(COLOR_COLUMNS),
  prices: titlesOf(PRICE_COLUMNS),
};

const READERS: Readonly<Record<ExportName, (convex: ConvexReactClient) => Rows>> = {
  jobs: readJobs,
  customers: readCustomers,
  inventory: readColors,
  prices: readPrices,
};

interface Progress {
  readonly signal: AbortSignal;
  /** Called after each page with the number of rows read so far. */
  readonly onRows: (count: number) => void;
}

/** The whole CSV file, read page by page; null if it was canceled. */
export async function readExport(
  convex: ConvexReactClient,
  name: ExportName,
  { signal, onRows }: Progress,
): Promise<Blob | null> {
  const parts = [CSV_START, csvRow(TITLES[name])];
  let count = 0;
  for await (const rows of READERS[name](convex)) {
    if (signal.aborted) return null;
    parts.push(rows.map(csvRow).join(""));
    count += rows.length;
    onRows(count);
  }
  return new Blob(parts, { type: "text/csv;charset=utf-8" });
}

async function* readJobs(convex: ConvexReactClient): Rows {
  const order = {
    search: "",
    status: null,
    sort: "created_asc",
    now: 0,
  } as const;
  const office = await convex.query(api.office.settings, {});
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const paginationOpts = { numItems: PAGE_SIZE, cursor };
    const found: Page<typeof api.jobs.list> = await convex.query(api.jobs.list, {
      ...order,
      paginationOpts,
    });
    yield found.page.map((job) => cellsOf(JOB_COLUMNS, withCrewNames(job, office)));
    ({ isDone, continueCursor: cursor } = found);
  }
}

async function* readCustomers(convex: ConvexReactClient): Rows {
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const paginationOpts = { numItems: PAGE_SIZE, cursor };
    const found: Page<typeof api.customers.page> = await convex.query(api.customers.page, {
      paginationOpts,
    });
    yield found.page.map((customer) => cellsOf(CUSTOMER_COLUMNS, customer));
    ({ isDone, continueCursor: cursor } = found);
  }
}

type Page<Query extends { readonly _returnType: unknown }> = Query["_returnType"];

async function* readColors(convex: ConvexReactClient): Rows {
  const byCategory = await Promise.all(
    ITEM_CATEGORIES.map((category) => convex.query(api.inventory.listColors, { category })),
  );
  const [colors = []] = byCategory;
  yield colors.map((color) => {
    const stock = Object.fromEntries(
      ITEM_CATEGORIES.map((category, index) => [
        category,
        byCategory[index]?.find(({ _id }) => _id === color._id)?.quantity ?? 0,
      ]),
    ) as Record<ItemCategory, number>;
    return cellsOf(COLOR_COLUMNS, { ...color, stock });
  });
}

async function* readPrices(convex: ConvexReactClient): Rows {
  const items = await convex.query(api.inventory.listItems, {});
  yield items.map((item) => cellsOf(PRICE_COLUMNS, item));
}
