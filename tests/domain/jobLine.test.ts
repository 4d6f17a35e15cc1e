import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, weekdayName } from "@domain/days";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/jobs";
import {
  canBeJobLine,
  isJobLine,
  isWhollyPlaced,
  readJobLine,
} from "@domain/jobLine";
import { OFFICE_LINES, type ExpectedLine } from "./jobLines";

/** Tuesday, 9:00 AM in the zone of the machine. */
const NOW = new Date(2026, 10, 24, 9).getTime();
const CONTEXT = { now: NOW, shownDay: "2026-11-24" };

function read(text: string): ExpectedLine {
  const line = readJobLine(text, CONTEXT);
  if (line === null) throw new Error(`not a line: ${text}`);
  const [reading] = line.date?.readings ?? [];
  const notes = line.notes.join(" ");
  const all = {
    name: line.name,
    phone: line.phone,
    email: line.email,
    address: line.address,
    city: line.city,
    date: reading?.value ?? reading?.day,
    visit: line.date?.visit === "install" ? line.date.visit : undefined,
    categories: line.categories.length > 0 ? line.categories : undefined,
    price: line.price ?? undefined,
    status: line.status ?? undefined,
    notes,
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
}

describe("the lines of an office", () => {
  it.each(OFFICE_LINES)("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

it("reads no job line that canBeJobLine does not let through", () => {
  const lines = OFFICE_LINES.map(([text]) => text);
  const found = lines.filter((text) => {
    const line = readJobLine(text, CONTEXT);
    return line !== null && isJobLine(line);
  });
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((text) => !canBeJobLine(text))).toEqual([]);
  for (const text of lines) {
    const line = readJobLine(text.replace(/\d/g, ""), CONTEXT);
    expect(line !== null && isJobLine(line)).toBe(false);
  }
});

/** One part of a line: its words, and what is read of them. */
interface Part {
  readonly text: string;
  readonly value: ExpectedLine;
}

const part = <T>(from: fc.Arbitrary<T>, of: (value: T) => Part) => from.map(of);

const NAMES = part(
  fc.tuple(
    fc.constantFrom(
      "Jordan",
      "April",
      "Tom",
      "Maria",
      "June",
      "Sun",
      "Ann Marie",
    ),
    fc.constantFrom(
      "Sample",
      "Carter",
      "O'Brien",
      "Smith-Jones",
      "De La Cruz",
      "West",
    ),
  ),
  ([first, last]) => ({
    text: `${first} ${last}`,
    value: { name: `${first} ${last}` },
  }),
);

const PHONES = part(
  fc.tuple(
    fc.integer({ min: 200, max: 999 }),
    fc.integer({ min: 200, max: 999 }),
    fc.integer({ min: 1000, max: 9999 }),
    fc.nat(4),
  ),
  ([area, exchange, number, format]) => ({
    text:
      [
        `${area}${exchange}${number}`,
        `(${area}) ${exchange}-${number}`,
        `${area}-${exchange}-${number}`,
        `+1 ${area} ${exchange} ${number}`,
        `${area}.${exchange}.${number}`,
      ][format] ?? "",
    value: { phone: `${area}${exchange}${number}` },
  }),
);

const EMAILS = part(
  fc.constantFrom("jo@example.com", "a.b-c@mail.example.org"),
  (email) => ({
    text: email,
    value: { email },
  }),
);

const PLACES = part(
  fc.tuple(
    fc.integer({ min: 1, max: 99_999 }),
    fc.constantFrom(
      "Elm St",
      "N High St",
      "12th Ave",
      "June Dr",
      "Lake View Blvd Apt 4",
      "County Road 9",
    ),
    fc.constantFrom(
      "Columbus",
      "Grove City",
      "Columbus, OH",
      "Upper Arlington, OH 43221",
    ),
    fc.constantFrom(" ", ", "),
  ),
  ([number, street, city, between]) => ({
    text: `${number} ${street}${between}${city}`,
    value: { address: `${number} ${street}`, city },
  }),
);

const DATES = part(
  fc.tuple(
    fc.integer({ min: 1, max: 80 }),
    fc.integer({ min: 7, max: 18 }),
    fc.nat(2),
  ),
  ([ahead, hour, format]) => {
    const day = addDays(CONTEXT.shownDay, ahead);
    const [, month = "", date = ""] = day
      .split("-")
      .map((each) => String(Number(each)));
    const half = `${((hour + 11) % 12) + 1}${hour < 12 ? "a" : "p"}`;
    const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
    const named = `${months[Number(month) - 1] ?? ""} ${date} ${half}`;
    return {
      text:
        [
          named,
          `${weekdayName(day).slice(0, 3)} ${named}m`,
          `${month}/${date} ${half}`,
        ][format] ?? "",
      value: { date: `${day}T${String(hour).padStart(2, "0")}:00` },
    };
  },
);

const CATEGORIES = part(fc.constantFrom(...JOB_CATEGORIES), (category) => ({
  text: category,
  value: { categories: [category] },
}));

const PRICES = part(fc.integer({ min: 0, max: 2_000_000 }), (cents) => ({
  text: `$${(cents / 100).toLocaleString("en-US", cents % 100 === 0 ? {} : { minimumFractionDigits: 2 })}`,
  value: { price: cents / 100 },
}));

const STATUSES = part(fc.constantFrom(...JOB_STATUSES), (status) => ({
  text: jobStatusLabel(status),
  value: { status },
}));

const LINES = fc
  .tuple(
    NAMES,
    PLACES,
    fc.tuple(
      ...[PHONES, EMAILS, DATES, CATEGORIES, PRICES, STATUSES].map((each) =>
        fc.option(each),
      ),
    ),
    fc.boolean(),
  )
  .chain(([name, place, others, isLower]) =>
    fc.record({
      parts: fc.shuffledSubarray(
        [name, place, ...others.filter((each) => each !== null)],
        {
          minLength: 2 + others.filter((each) => each !== null).length,
        },
      ),
      name: fc.constant(name),
      place: fc.constant(place),
      isLower: fc.constant(isLower),
    }),
  )
  .map(({ parts, name, place, isLower }) => {
    // After a city, only a comma says where the name begins.
    const text = parts
      .map((each, at) =>
        each === name && parts[at - 1] === place
          ? `, ${each.text}`
          : ` ${each.text}`,
      )
      .join("")
      .trim();
    const value = parts.reduce<ExpectedLine>(
      (all, each) => ({ ...all, ...each.value }),
      {},
    );
    return { text: isLower ? text.toLowerCase() : text, value };
  });

describe("readJobLine", () => {
  it("reads the parts of a line in any order", () => {
    fc.assert(
      fc.property(LINES, ({ text, value }) => {
        const line = readJobLine(text, CONTEXT);
        expect(line && isWhollyPlaced(line), text).toBe(true);
        expect(folded(read(text)), text).toEqual(folded(value));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every word of any text, in a field or in the notes", () => {
    const words = fc.constantFrom(
      ..."jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning $450 450 12 may dog , for 555-1234 $5-6 oh 43215 x@y.co".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (typed) => {
        const text = typed.join(" ");
        const line = readJobLine(text, CONTEXT);
        const placed = (line?.parts ?? []).map(({ from, to }) =>
          text.slice(from, to),
        );
        const all = [...placed, ...(line?.notes ?? [])].join(" ");
        const left = text.split(/[\s,]+/).filter((word) => !all.includes(word));
        expect(left.filter((word) => word !== "for")).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("puts a number without its sign into no field", () => {
    const line = readJobLine(
      "jordan sample 88 elm st columbus 450 tue dec 8 5551234",
      CONTEXT,
    );
    expect(line).toMatchObject({
      price: null,
      phone: "",
      notes: ["450", "tue dec 8", "5551234"],
    });
    expect(read("jordan sample, 88 elm st, 450, tomorrow 2pm")).toMatchObject({
      date: "2026-11-25T14:00",
      notes: "450",
    });
  });

  it("takes names like dates for names", () => {
    for (const name of ["april carter", "june", "tom", "sun li"])
      expect(readJobLine(name, CONTEXT)?.date).toBeNull();
    expect(read("12 june st tue 10")).toEqual({
      address: "12 June St",
      date: "2026-11-24T10:00",
    });
  });

  it.each([
    ["april carter", false],
    ["12 june st", false],
    ["birch ruth", false],
    ["jordan sample 6145559876", false],
    ["12 june st tue 10", true],
    ["jordan sample 88 elm st columbus", true],
  ])("tells a search from a job: %s", (text, isJob) => {
    const line = readJobLine(text, CONTEXT);
    expect(line !== null && isJobLine(line)).toBe(isJob);
  });

  it.each(["", "   ", "x".repeat(401)])("reads no line in %j", (text) => {
    expect(readJobLine(text, CONTEXT)).toBeNull();
  });
});

function folded(line: ExpectedLine): unknown {
  return JSON.parse(JSON.stringify(line).toLowerCase());
}
