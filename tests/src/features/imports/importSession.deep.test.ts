/**
 * Files of other programs from their bytes to rows. The people are made up. Sources of the columns:
 * Jobber, "Export clients": the columns that the importers of several other programs read, e.g. "Main Phone #s".
 * QuickBooks Online, report "Customer Contact List": title lines, then "Customer full name" to "Ship address".
 * Google Contacts, "Google CSV" of 2024 and later: "First Name" to "Address 1 - Postal Code".
 * Housecall Pro documents no columns that could be found: its file is mapped by titles that many programs share.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CSV_START, csvRow, type CsvCell } from "@domain/files/csv";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { cellsOf, CUSTOMER_COLUMNS, JOB_COLUMNS, titlesOf } from "@domain/files/exports";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import type { ImportRow } from "@domain/imports/rows";
import { DAY_MINUTES } from "@domain/dates/times";
import { MAX_DUE_MONTHS, MAX_LENGTH } from "@domain/job/jobInput";
import { JOB_CATEGORIES, JOB_STATUSES } from "@domain/job/jobs";
import { TableSession, type FileSummary } from "@/features/imports/importSession";

const NOW = new Date(2026, 5, 17, 12).getTime();

const bytesOf = (text: string) => new TextEncoder().encode(text);

function open(text: string) {
  const session = new TableSession();
  const summary = session.read(bytesOf(text));
  if ("refusal" in summary) throw new Error(summary.refusal);
  return { session, summary };
}

function choicesFor(
  { kind, targets }: FileSummary,
  change: Partial<ImportChoices> = {},
): ImportChoices {
  return {
    kind,
    targets: targets[kind],
    dateOrder: null,
    times: {},
    statuses: {},
    arePaid: null,
    now: NOW,
    ...change,
  };
}

function importText(
  text: string,
  change: Partial<ImportChoices> = {},
): ImportOutcome & { summary: FileSummary } {
  const { session, summary } = open(text);
  return { ...session.apply(choicesFor(summary, change)), summary };
}

const csv = (rows: readonly (readonly CsvCell[])[]) => CSV_START + rows.map(csvRow).join("");

describe("documented files", () => {
  it("reads the clients of Jobber with both addresses and all phones", () => {
    const { rows, faults, summary } = importText(
      csv([
        [
          "J-ID",
          "Display Name",
          "Company Name",
          "First Name",
          "Last Name",
          "Main Phone #s",
          "E-mails",
          "Tags",
          "Billing Street 1",
          "Billing City",
          "Billing State",
          "Billing Zip code",
          "Service Street 1",
          "Service City",
          "Service State",
          "Service Zip code",
          "Lead Source",
        ],
        [
          "8001",
          "Rosa Delgado",
          "",
          "Rosa",
          "Delgado",
          "614-555-0101, 614-555-0102",
          "rosa@example.com, office@example.com",
          "gutters",
          "9 Mill Rd",
          "Troy",
          "Ohio",
          "45373",
          "12 Elm St",
          "Columbus",
          "Ohio",
          "43215",
          "Referral",
        ],
      ]),
    );
    expect(faults).toEqual([]);
    expect(summary).toMatchObject({ kind: "customers" });
    expect(rows).toEqual([
      {
        kind: "customers",
        line: 2,
        sourceId: "8001",
        customer_name: "Rosa Delgado",
        customer_phone: "6145550101",
        customer_email: "rosa@example.com",
        customer_obtained_type: "Referral",
        places: [
          { job_address: "12 Elm St", job_city: "Columbus, Ohio 43215" },
          { job_address: "9 Mill Rd", job_city: "Troy, Ohio 45373" },
        ],
        leftovers: [
          { label: "Tags", text: "gutters" },
          { label: "Main Phone #s", text: "614-555-0102" },
          { label: "E-mails", text: "office@example.com" },
          { label: "J-ID", text: "8001" },
        ],
      },
    ]);
  });

  it("reads the contact list of QuickBooks below its title lines, without its last line", () => {
    const { rows, summary } = importText(
      [
        `"Example Gutters, LLC",,,,,`,
        `Customer Contact List,,,,,`,
        ``,
        `Customer full name,Phone numbers,Email,Full name,Bill address,Ship address`,
        `"Ada Fenwick","Phone:(614) 555-0103 Mobile:(614) 555-0104",ada@example.com,Ada Fenwick,"12 Larkspur Way\nColumbus OH 43215",`,
        ``,
        ``,
        `" Wednesday, September 30, 2026 01:46 PM GMT-05:00",,,,,`,
      ].join("\n"),
    );
    expect(summary.kind).toBe("customers");
    expect(rows).toEqual([
      {
        kind: "customers",
        line: 5,
        customer_name: "Ada Fenwick",
        customer_phone: "6145550103",
        customer_email: "ada@example.com",
        places: [{ job_address: "12 Larkspur Way", job_city: "Columbus, OH 43215" }],
        leftovers: [{ label: "Phone numbers", text: "Mobile:(614) 555-0104" }],
      },
    ]);
  });

  it("reads Google's contacts, and keeps texts that no field of a customer holds", () => {
    const { rows, summary } = importText(
      csv([
        [
          "First Name",
          "Last Name",
          "Organization Name",
          "Notes",
          "Labels",
          "E-mail 1 - Label",
          "E-mail 1 - Value",
          "Phone 1 - Label",
          "Phone 1 - Value",
          "Phone 2 - Value",
          "Address 1 - Formatted",
          "Address 1 - Street",
          "Address 1 - City",
          "Address 1 - Region",
          "Address 1 - Postal Code",
        ],
        [
          "Jo",
          "Park",
          "Park Homes",
          "gate code 7",
          "* myContacts",
          "* Work",
          "jo@example.com",
          "Mobile",
          "+1 614-555-0105",
          "614 555 0106",
          "4 Oak Ct\nDublin, OH 43017",
          "4 Oak Ct",
          "Dublin",
          "OH",
          "43017",
        ],
      ]),
    );
    expect(summary.kind).toBe("customers");
    expect(rows[0]).toMatchObject({
      customer_name: "Jo Park",
      customer_phone: "6145550105",
      places: [{ job_address: "4 Oak Ct", job_city: "Dublin, OH 43017" }],
      leftovers: [
        { label: "Notes", text: "gate code 7" },
        { label: "Labels", text: "* myContacts" },
        { label: "E-mail 1 - Label", text: "* Work" },
        { label: "Phone 1 - Label", text: "Mobile" },
        { label: "Phone 2 - Value", text: "614 555 0106" },
        { label: "Organization Name", text: "Park Homes" },
      ],
    });
  });

  it("maps a file like Housecall Pro's by its titles", () => {
    const { rows } = importText(
      csv([
        [
          "First name",
          "Last name",
          "Email",
          "Mobile number",
          "Home number",
          "Street",
          "Street line 2",
          "City",
          "State",
          "Zip",
          "Customer notes",
        ],
        [
          "Dana",
          "Whitfield",
          "",
          "",
          "813-555-0141",
          "66 Heron Dr",
          "Unit B",
          "Apollo Beach",
          "FL",
          "33572",
          "two dogs",
        ],
      ]),
    );
    expect(rows[0]).toMatchObject({
      customer_name: "Dana Whitfield",
      customer_phone: "8135550141",
      places: [
        {
          job_address: "66 Heron Dr, Unit B",
          job_city: "Apollo Beach, FL 33572",
        },
      ],
      leftovers: [{ label: "Customer notes", text: "two dogs" }],
    });
  });

  it("takes a vCard file through the same fields", () => {
    const { rows, summary } = importText(
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Nu=C3=B1ez;Luz;;;\r\n" +
        "TEL;CELL:6145550107\r\nTEL;HOME:6145550108\r\nADR;HOME:;;3 Ash Ln;Troy;OH;45373;\r\nEND:VCARD\r\n",
    );
    expect(summary.kind).toBe("customers");
    expect(rows).toEqual([
      {
        kind: "customers",
        line: 1,
        customer_name: "Luz Nuñez",
        customer_phone: "6145550107",
        places: [{ job_address: "3 Ash Ln", job_city: "Troy, OH 45373" }],
        leftovers: [{ label: "Other phones", text: "home: 6145550108" }],
      },
    ]);
  });
});

const JOBS_OF_ANOTHER_PROGRAM = csv([
  ["Job #", "Client name", "Address", "Status", "Scheduled date", "Total", "Title"],
  [
    "1",
    "Rosa Delgado",
    "12 Elm St, Troy, OH 45373",
    "Requires Invoicing",
    "05/14/2026",
    "$1,250.00",
    "Gutters",
  ],
  ["2", "Jo Park", "4 Oak Ct", "Upcoming", "07/01/2026 1:30 PM", "", ""],
  ["3", "Ada Fenwick", "9 Mill Rd", "On hold", "", "80", ""],
]);

describe("jobs of another program", () => {
  it("lists their statuses with counts, and puts their date on the install", () => {
    const { rows, statuses, finished, times, dates, summary } = importText(JOBS_OF_ANOTHER_PROGRAM);
    expect(summary.kind).toBe("jobs");
    expect(statuses).toEqual([
      { text: "Requires Invoicing", count: 1, status: "completed" },
      { text: "Upcoming", count: 1, status: "install_scheduled" },
      { text: "On hold", count: 1, status: "lead" },
    ]);
    expect({ finished, times, dates }).toEqual({
      finished: 1,
      times: [{ part: "none", count: 1, time: "09:00" }],
      dates: "month",
    });
    const installed = new Date(2026, 4, 14, 9).getTime();
    expect(rows[0]).toEqual({
      kind: "jobs",
      line: 2,
      sourceId: "1",
      customer: { customer_name: "Rosa Delgado" },
      job_address: "12 Elm St",
      job_city: "Troy, OH 45373",
      job_status: "completed",
      statusChangedAt: installed,
      job_categories: [],
      job_install_date: installed,
      jobs_price: 1250,
      leftovers: [
        { label: "Title", text: "Gutters" },
        { label: "Job #", text: "1" },
      ],
    });
    expect(rows[1]).toMatchObject({
      job_install_date: new Date(2026, 6, 1, 13, 30).getTime(),
    });
    expect(rows[1]).not.toHaveProperty("statusChangedAt");
  });

  it("applies the person's answers", () => {
    const { rows } = importText(JOBS_OF_ANOTHER_PROGRAM, {
      arePaid: true,
      times: { none: "07:30" },
      statuses: { "On hold": "approved" },
    });
    expect(rows).toMatchObject([
      {
        job_status: "installed_paid",
        job_install_date: new Date(2026, 4, 14, 7, 30).getTime(),
      },
      { job_status: "install_scheduled" },
      { job_status: "approved" },
    ]);
  });

  it("puts the date of a quote on the estimate", () => {
    const { rows } = importText(
      csv([
        ["Quote #", "Client", "Address", "Date", "Status"],
        ["7", "Rosa Delgado", "12 Elm St", "2026-05-02", "Awaiting response"],
      ]),
    );
    expect(rows[0]).toMatchObject({
      job_status: "estimate_sent",
      job_estimate_date: new Date(2026, 4, 2, 9).getTime(),
    });
  });

  it("says which row and column cannot be read, and imports the others", () => {
    const { rows, faults } = importText(
      csv([
        ["Customer", "Address", "Install", "Price"],
        ["Rosa Delgado", "12 Elm St", "13/13/2026", "1.250,00"],
        ["", "", "", "5"],
        ["Jo Park", "4 Oak Ct", "2026-07-01", "5"],
      ]),
    );
    expect(rows).toHaveLength(1);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, "Install"],
      [2, "Price"],
      [3, "Customer"],
      [3, "Address"],
    ]);
  });

  it("keeps the end of notes that are too long beside the job", () => {
    const notes = `${"x".repeat(3_999)}🏠 tail`;
    const { rows } = importText(
      csv([
        ["Customer", "Address", "Status", "Notes"],
        ["Jo Park", "4 Oak Ct", "Called", notes],
      ]),
    );
    const [row] = rows as [Extract<ImportRow, { kind: "jobs" }>];
    expect(row.job_notes).toHaveLength(3_999);
    expect(row.leftovers).toEqual([{ label: "Notes", text: "🏠 tail" }]);
  });
});

/** Text as the product stores it: trimmed, and of what can be saved. */
const storedText = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: "grapheme", maxLength }),
      fc.constantFrom("=1+2", "'=1", "''+x", "-gate\ncode", "@home", 'a,"b"', "tab\there"),
    )
    .map((text) =>
      text
        .replace(/[\0\p{Surrogate}\r]/gu, "")
        .slice(0, maxLength)
        .trim(),
    )
    .filter((text) => !/^\p{Cc}|\p{Cc}$/u.test(text) || text === "");

const filled = (maxLength: number) => storedText(maxLength).map((text) => text || "x");

const filledLine = (maxLength: number) =>
  filled(maxLength).map((text) => text.replace(/[\n\u2028\u2029]/g, " "));

/** In whole minutes, as a file has them, and not in an hour that a clock change may repeat. */
const instant = fc
  .tuple(
    fc.integer({ min: 2001, max: 2098 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 8, max: 20 }),
  )
  .map(([year, month, date, hour]) => new Date(year, month, date, hour, 30).getTime());

const phone = fc.option(fc.stringMatching(/^[2-9]\d{9}$/), { nil: undefined });
const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((amount) => amount / 100);

const crew = fc.option(
  filledLine(60).filter((text) => /[\p{L}\p{N}]/u.test(text)),
  { nil: undefined },
);
const minutes = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: undefined });

describe("our own files", () => {
  const job = fc.record({
    _id: fc.stringMatching(/^[a-z\d]{12,20}$/),
    _creationTime: instant,
    job_customer_id: fc.constantFrom("C-1001", "C-2"),
    customer_name: filledLine(60),
    job_customer_phone: phone,
    job_address: filledLine(80),
    job_city: fc.option(filledLine(40), { nil: undefined }),
    job_status: fc.constantFrom(...JOB_STATUSES),
    job_categories: fc.uniqueArray(fc.constantFrom(...JOB_CATEGORIES)),
    job_estimate_date: fc.option(instant, { nil: undefined }),
    job_install_date: fc.option(instant, { nil: undefined }),
    jobs_price: fc.option(cents(1_000_000), { nil: undefined }),
    job_notes: fc.option(filled(200), { nil: undefined }),
    job_estimate_crew: crew,
    job_install_crew: crew,
    job_estimate_length: minutes(MAX_LENGTH),
    job_install_length: minutes(MAX_LENGTH),
    job_estimate_window: minutes(DAY_MINUTES - 1),
    job_install_window: minutes(DAY_MINUTES - 1),
    job_due_months: fc.option(fc.nat(MAX_DUE_MONTHS), { nil: undefined }),
    job_due_date: fc.option(instant, { nil: undefined }),
  });

  it("every job arrives again equal", () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 5 }), (jobs) => {
        // A city beside at least one address tells the columns apart.
        const text = csv([titlesOf(JOB_COLUMNS), ...jobs.map((one) => cellsOf(JOB_COLUMNS, one))]);
        const { rows, faults, statuses, summary } = importText(text);
        expect(faults).toEqual([]);
        expect(statuses).toEqual([]);
        expect(summary).toMatchObject({ kind: "jobs" });
        const again = rows.map((row) => {
          if (row.kind !== "jobs") throw new Error(row.kind);
          expect(row.leftovers).toEqual([]);
          return cellsOf(JOB_COLUMNS, {
            ...row,
            ...row.customer,
            _id: row.sourceId ?? "",
            _creationTime: 0,
            job_customer_id: row.customer.sourceId ?? "",
            job_customer_phone: row.customer.customer_phone,
          });
        });
        expect(again.map(withoutGaps)).toEqual(
          jobs.map((one) => withoutGaps(cellsOf(JOB_COLUMNS, { ...one, _creationTime: 0 }))),
        );
      }),
    );
  });

  it("every exported customer is read back unchanged", () => {
    const customer = fc.record({
      _creationTime: instant,
      customer_id: fc.constantFrom("C-1001", "C-77"),
      customer_name: filledLine(100),
      customer_phone: phone,
      customer_email: fc.constantFrom(undefined, "a@example.com", "o'neil+x@mail.example.org"),
      customer_obtained_type: fc.constantFrom(undefined, ...OBTAINED_TYPES),
    });
    fc.assert(
      fc.property(fc.array(customer, { minLength: 1, maxLength: 5 }), (customers) => {
        const cells = customers.map((one) => cellsOf(CUSTOMER_COLUMNS, one));
        const { rows, faults } = importText(csv([titlesOf(CUSTOMER_COLUMNS), ...cells]));
        expect(faults).toEqual([]);
        const again = rows.map((row) => {
          if (row.kind !== "customers") throw new Error(row.kind);
          expect(row.leftovers).toEqual([]);
          return cellsOf(CUSTOMER_COLUMNS, {
            ...row,
            _creationTime: 0,
            customer_id: row.sourceId ?? "",
          });
        });
        const written = (row: readonly CsvCell[]) => withoutGaps(row.slice(0, -1));
        expect(again.map(written)).toEqual(cells.map(written));
      }),
    );
  });
});

/** Empty cells are all alike. */
const withoutGaps = (cells: readonly CsvCell[]) => cells.map((cell) => cell ?? "");

it("gives the same rows for every order of the columns", () => {
  const rows: readonly (readonly string[])[] = [
    [
      "Job #",
      "Client name",
      "Phone",
      "Mobile",
      "E-mail",
      "Address",
      "City",
      "Status",
      "Scheduled date",
      "Total",
      "Crew",
    ],
    [
      "1",
      "Rosa Delgado",
      "6145550101",
      "6145550102",
      "rosa@example.com",
      "12 Elm St",
      "Troy",
      "Complete",
      "05/14/2026",
      "90",
      "A",
    ],
    ["2", "Jo Park", "", "6145550103", "", "4 Oak Ct", "", "Late", "06/30/2026", "", "B"],
  ];
  const sorted = (text: string) => {
    const { rows: found, faults } = importText(text);
    return {
      faults,
      rows: found.map((row) => ({
        ...row,
        leftovers: row.leftovers.toSorted((one, other) => (one.label < other.label ? -1 : 1)),
      })),
    };
  };
  const expected = sorted(csv(rows));
  expect(expected.rows).toHaveLength(2);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        rows[0]!.map((_, at) => at),
        { minLength: 11, maxLength: 11 },
      ),
      (order) => {
        const moved = rows.map((row) => order.map((at) => row[at]));
        expect(sorted(csv(moved))).toEqual(expected);
      },
    ),
  );
});

it("no bytes and no choices make it throw", () => {
  const columns = [
    "Name",
    "Phone",
    "Address",
    "Install",
    "Price",
    "BEGIN:VCARD",
    "TEL;CELL:1",
    "=\r\n",
    "END:VCARD",
  ];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(fc.oneof(fc.constantFrom(...columns, ",", "\n", '"', "\0", ";", "\t"), fc.string()), {
        maxLength: 60,
      })
      .map((parts) => bytesOf(parts.join(""))),
  );
  fc.assert(
    fc.property(bytes, fc.constantFrom("customers", "jobs"), (file, kind) => {
      const session = new TableSession();
      const summary = session.read(file);
      if ("refusal" in summary) {
        expect(summary.refusal).toMatch(/\.$/);
        return;
      }
      const { rows, faults } = session.apply(
        choicesFor(summary, { kind, targets: summary.targets[kind] }),
      );
      for (const { sentence } of faults) expect(sentence).toMatch(/\.$/);
      for (const row of rows) expect(row.kind).toBe(kind);
    }),
    { numRuns: 500 },
  );
});
