import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, weekdayName } from "@domain/dates/days";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/job/jobs";
import { isWhollyPlaced, readJobLine } from "@domain/job/jobLine";
import { CONTEXT, readLine, type ExpectedLine } from "../jobLines";

/** One part of a line: its words, and what is read of them. */
interface Part {
  readonly text: string;
  readonly value: ExpectedLine;
}

const part = <T>(from: fc.Arbitrary<T>, of: (value: T) => Part) => from.map(of);

const NAMES = part(
  fc.tuple(
    fc.constantFrom("Jordan", "April", "Tom", "Maria", "June", "Sun", "Ann Marie"),
    fc.constantFrom("Sample", "Carter", "O'Brien", "Smith-Jones", "De La Cruz", "West"),
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

const EMAILS = part(fc.constantFrom("jo@example.com", "a.b-c@mail.example.org"), (email) => ({
  text: email,
  value: { email },
}));

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
    fc.constantFrom("Columbus", "Grove City", "Columbus, OH", "Upper Arlington, OH 43221"),
    fc.constantFrom(" ", ", "),
  ),
  ([number, street, city, between]) => ({
    text: `${number} ${street}${between}${city}`,
    value: { address: `${number} ${street}`, city },
  }),
);

const DATES = part(
  fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 7, max: 18 }), fc.nat(2)),
  ([ahead, hour, format]) => {
    const day = addDays(CONTEXT.shownDay, ahead);
    const [, month = "", date = ""] = day.split("-").map((each) => String(Number(each)));
    const half = `${((hour + 11) % 12) + 1}${hour < 12 ? "a" : "p"}`;
    const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
    const named = `${months[Number(month) - 1] ?? ""} ${date} ${half}`;
    return {
      text:
        [named, `${weekdayName(day).slice(0, 3)} ${named}m`, `${month}/${date} ${half}`][format] ??
        "",
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
      ...[PHONES, EMAILS, DATES, CATEGORIES, PRICES, STATUSES].map((each) => fc.option(each)),
    ),
    fc.boolean(),
  )
  .chain(([name, place, others, isLower]) =>
    fc.record({
      parts: fc.shuffledSubarray([name, place, ...others.filter((each) => each !== null)], {
        minLength: 2 + others.filter((each) => each !== null).length,
      }),
      name: fc.constant(name),
      place: fc.constant(place),
      isLower: fc.constant(isLower),
    }),
  )
  .map(({ parts, name, place, isLower }) => {
    // After a city, only a comma says where the name begins.
    const text = parts
      .map((each, at) =>
        each === name && parts[at - 1] === place ? `, ${each.text}` : ` ${each.text}`,
      )
      .join("")
      .trim();
    const value = parts.reduce<ExpectedLine>((all, each) => ({ ...all, ...each.value }), {});
    return { text: isLower ? text.toLowerCase() : text, value };
  });

describe("readJobLine", () => {
  it("reads the parts of a line in any order", () => {
    fc.assert(
      fc.property(LINES, ({ text, value }) => {
        const line = readJobLine(text, CONTEXT);
        expect(line && isWhollyPlaced(line), text).toBe(true);
        expect(folded(readLine(text)), text).toEqual(folded(value));
      }),
      { numRuns: 1000 },
    );
  });
});

function folded(line: ExpectedLine): unknown {
  return JSON.parse(JSON.stringify(line).toLowerCase());
}
