import { describe, expect, it } from "vitest";
import { csvRow, type CsvCell } from "@domain/files/csv";
import {
  cellsOf,
  COLOR_COLUMNS,
  CUSTOMER_COLUMNS,
  EXPORT_LABELS,
  JOB_COLUMNS,
  PRICE_COLUMNS,
  titlesOf,
  type ExportedJob,
} from "@domain/files/exports";
import { inZone } from "../../support/zones";

const JOB: ExportedJob = {
  _id: "j57",
  _creationTime: Date.UTC(2026, 2, 1, 15),
  customer_name: '@Đặng "Ana" 🏠',
  job_customer_id: "C-1001",
  job_customer_phone: "6145551237",
  job_address: "=1 Elm St, Unit 2",
  job_status: "cancelled",
  job_categories: ["Gutter cleaning", "Soffit Replace"],
  jobs_price: -12.5,
  job_notes: "-gate\ncode\r\n7",
};

const jobRow = (job: ExportedJob) => csvRow(cellsOf(JOB_COLUMNS, job));

describe("the row of a job", () => {
  it("marks texts that begin like formulas, and keeps quotes, commas, lines and every script", () => {
    expect(inZone("America/New_York", () => jobRow(JOB))).toBe(
      `j57,C-1001,"'@Đặng ""Ana"" 🏠",(614) 555-1237,"'=1 Elm St, Unit 2",,` +
        `Cancelled,Gutter cleaning; Soffit Replace,,,-12.5,"'-gate\ncode\r\n7",2026-03-01 10:00,,,,,,,,\r\n`,
    );
  });

  it.each([
    // The same hours of Coordinated Universal Time, before and after the clocks change.
    ["America/New_York", "2026-03-08 01:30", "2026-03-08 03:30"],
    ["America/Phoenix", "2026-03-07 23:30", "2026-03-08 00:30"],
  ])("writes local times over a clock change: %s", (zone, before, after) => {
    const row = inZone(zone, () =>
      jobRow({
        ...JOB,
        job_estimate_date: Date.UTC(2026, 2, 8, 6, 30),
        job_install_date: Date.UTC(2026, 2, 8, 7, 30),
      }),
    );
    expect(row).toContain(`,${before},${after},`);
  });
});

it("writes a length and a window without a start as durations", () => {
  const visits = { job_estimate_window: 120, job_install_length: 2 * 1440 + 30 };
  expect(jobRow({ ...JOB, ...visits })).toMatch(/,,,2 h,,48 h 30 min,\r\n$/);
});

it("puts each value of a job and a customer under its title", () => {
  const times = { job_estimate_date: 0, job_install_date: 86_400_000 };
  const cells = (titles: readonly string[], row: readonly CsvCell[]) =>
    Object.fromEntries(titles.map((title, at) => [title, row[at]]));
  const due = { job_due_months: 6, job_due_date: 86_400_000 };
  const visits = {
    job_estimate_window: 120,
    job_install_crew: "Crew 2",
    job_install_length: 2 * 1440 + 150,
  };
  const job = { ...JOB, job_city: "Troy", ...times, ...due, ...visits };
  inZone("Asia/Kolkata", () => {
    expect(cells(titlesOf(JOB_COLUMNS), cellsOf(JOB_COLUMNS, job))).toEqual({
      "Job ID": "j57",
      "Customer ID": "C-1001",
      Customer: JOB.customer_name,
      Phone: "(614) 555-1237",
      Address: JOB.job_address,
      City: "Troy",
      Status: "Cancelled",
      Categories: "Gutter cleaning; Soffit Replace",
      Estimate: "1970-01-01 05:30",
      Install: "1970-01-02 05:30",
      Price: -12.5,
      Notes: JOB.job_notes,
      Created: "2026-03-01 20:30",
      "Due again after (months)": 6,
      "Due again": "1970-01-02 05:30",
      "Estimate crew": undefined,
      "Estimate end": null,
      "Estimate window": "5:30 AM to 7:30 AM",
      "Install crew": "Crew 2",
      "Install end": "1970-01-04 08:00",
      "Install window": null,
    });
    const customer = {
      _creationTime: 0,
      customer_id: "C-1001",
      customer_name: "Ruth",
      customer_phone: "6145551237",
      customer_email: "ruth@example.com",
      customer_obtained_type: "Referral",
    };
    expect(cells(titlesOf(CUSTOMER_COLUMNS), cellsOf(CUSTOMER_COLUMNS, customer))).toEqual({
      "Customer ID": "C-1001",
      Name: "Ruth",
      Phone: "(614) 555-1237",
      "E-mail": "ruth@example.com",
      "Obtained type": "Referral",
      Created: "1970-01-01 05:30",
    });
  });
});

it("names the files and the columns of the inventory", () => {
  expect(EXPORT_LABELS).toEqual({
    jobs: "Jobs",
    customers: "Customers",
    inventory: "Inventory",
    prices: "Prices",
  });
  expect(titlesOf(COLOR_COLUMNS)).toEqual([
    "Color number",
    "Color",
    "Hex",
    "Sizes",
    "Gutter in stock",
    "Filter in stock",
    "Wood in stock",
    "Trim in stock",
    "Soffit in stock",
  ]);
});

it("writes a customer's names as text", () => {
  const customer = {
    _creationTime: 0,
    customer_id: "C-1001",
    customer_name: "+Ruth",
    customer_email: "ruth@example.com",
    customer_obtained_type: "Referral",
  };
  const row = csvRow(cellsOf(CUSTOMER_COLUMNS, customer));
  expect(row).toMatch(/^C-1001,'\+Ruth,,ruth@example\.com,Referral,\d{4}-/);
});

it("writes stock and prices as numbers, also negative ones and zero", () => {
  const stock = { gutter: -3, filter: 0, wood: 2.5, trim: 1, soffit: 7 };
  const color = {
    colorNumber: "115",
    colorName: "=Ivory",
    hexColor: "#E2D5B5",
    sizeOptions: ["5", "6"],
    stock,
  };
  expect(csvRow(cellsOf(COLOR_COLUMNS, color))).toBe("115,'=Ivory,#E2D5B5,5 & 6,-3,0,2.5,1,7\r\n");
  const item = {
    name: 'Coil 24" x 50 ft',
    sku: "-COIL",
    category: "trim",
    _prices: [
      { size: "5", price: 0 },
      { size: "any", price: 1234.5 },
    ],
  } as const;
  const prices = Object.fromEntries(
    titlesOf(PRICE_COLUMNS).map((title, at) => [
      title,
      csvRow([cellsOf(PRICE_COLUMNS, item)[at]]).trim(),
    ]),
  );
  expect(prices).toEqual({
    Item: '"Coil 24"" x 50 ft"',
    SKU: "'-COIL",
    Category: "Trim",
    "5 in": "0",
    "6 in": "",
    "Any size": "1234.5",
  });
});
