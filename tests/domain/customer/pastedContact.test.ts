import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fillEmptyFields,
  readContact,
  type ContactFields,
  type PastedContact,
} from "@domain/customer/pastedContact";
import { FIRST_NAMES, LAST_NAMES, STREETS, TOWNS } from "@domain/demo/fakeNames";
import { formatPhone } from "@domain/customer/phone";

const NOTHING: PastedContact = {
  name: "",
  phone: "",
  email: "",
  address: "",
  city: "",
  country: "",
  rest: [],
};

const JORDAN = {
  name: "Jordan Sample",
  phone: "(614) 555-9876",
  email: "jordan@example.com",
  address: "88 Elm St",
  city: "Columbus, OH 43215",
};

describe("a pasted text", () => {
  it.each<[string, Partial<PastedContact>]>([
    ["88 Elm St\nColumbus, OH 43215", { address: "88 Elm St", city: "Columbus, OH 43215" }],
    [
      "88 Elm St\nApt 4\nColumbus, OH 43215",
      { address: "88 Elm St, Apt 4", city: "Columbus, OH 43215" },
    ],
    ["88 Elm St, Columbus, OH 43215", { address: "88 Elm St", city: "Columbus, OH 43215" }],
    [
      "88 Elm St, Apt 4, Columbus, OH 43215-1234, USA",
      {
        address: "88 Elm St, Apt 4",
        city: "Columbus, OH 43215-1234",
        country: "USA",
      },
    ],
    [
      "88 Elm St\nColumbus, OH 43215 United States",
      {
        address: "88 Elm St",
        city: "Columbus, OH 43215",
        country: "United States",
      },
    ],
    [
      "88 Elm St, Columbus, Ohio, 43215, US",
      { address: "88 Elm St", city: "Columbus, Ohio 43215", country: "US" },
    ],
    ["88 Elm St, Columbus OH, 43215", { address: "88 Elm St", city: "Columbus, OH 43215" }],
    [
      "88 Elm St Apt 4 Columbus OH 43215",
      { address: "88 Elm St Apt 4", city: "Columbus, OH 43215" },
    ],
    ["88 Elm St Columbus Ohio 43215", { address: "88 Elm St", city: "Columbus, Ohio 43215" }],
    [
      "12 Park Place Dr N, New Albany, OH",
      { address: "12 Park Place Dr N", city: "New Albany, OH" },
    ],
    [
      "1200 Broadway\nGrove City, OH 43123",
      { address: "1200 Broadway", city: "Grove City, OH 43123" },
    ],
    [
      "4410 County Road 12, Marysville OH 43040",
      { address: "4410 County Road 12", city: "Marysville, OH 43040" },
    ],
    ["PO Box 12, Powell, OH 43065", { address: "PO Box 12", city: "Powell, OH 43065" }],
    ["88 Elm St\nColumbus", { address: "88 Elm St", city: "Columbus" }],
    ["88 Elm St, Columbus", { address: "88 Elm St", city: "Columbus" }],
    [
      "Jordan Sample\n88 Elm St\nColumbus, OH 43215",
      {
        name: "Jordan Sample",
        address: "88 Elm St",
        city: "Columbus, OH 43215",
      },
    ],
    [
      "88 Elm St\nJordan Sample\n614-555-9876 or jordan@example.com",
      {
        name: "Jordan Sample",
        address: "88 Elm St",
        phone: "(614) 555-9876",
        email: "jordan@example.com",
      },
    ],
    [
      "Thanks,\nJordan Sample\nOwner, Sample Bakery\nCell: 614.555.9876\njordan@example.com\n88 Elm St\nColumbus, OH 43215",
      { ...JORDAN, rest: ["Owner", "Sample Bakery"] },
    ],
    ["Jordan Sample <jordan@example.com>", { name: "Jordan Sample", email: "jordan@example.com" }],
    [
      "Jordan Sample | (614) 555-9876 | jordan@example.com",
      {
        name: "Jordan Sample",
        phone: "(614) 555-9876",
        email: "jordan@example.com",
      },
    ],
    [
      "Sample, Jordan\t6145559876\t88 Elm St\tColumbus",
      {
        name: "Sample, Jordan",
        phone: "(614) 555-9876",
        address: "88 Elm St",
        city: "Columbus",
      },
    ],
    [
      "Name: Jordan Sample\nPhone: +1 614 555 9876 x12\nE-mail: jordan@example.com\nAddress: 88 Elm St\nCity: Columbus, OH 43215",
      JORDAN,
    ],
    [
      "Jordan Sample 6145559876 88 Elm St Columbus OH 43215",
      {
        name: "Jordan Sample",
        phone: "(614) 555-9876",
        address: "88 Elm St",
        city: "Columbus, OH 43215",
      },
    ],
    [
      "Jordan & Pat Sample\nh: 614-555-9876\nc: 614-555-1111",
      {
        name: "Jordan & Pat Sample",
        phone: "(614) 555-9876",
        rest: ["614-555-1111"],
      },
    ],
    [
      "614-555-9876 or 614-555-1111, Jordan Sample 614-555-2222\n88 Elm St 614-555-3333",
      {
        name: "Jordan Sample",
        phone: "(614) 555-9876",
        address: "88 Elm St",
        rest: ["614-555-1111", "614-555-2222", "614-555-3333"],
      },
    ],
    ["José O’Neil-Núñez\n614-555-9876", { name: "José O’Neil-Núñez", phone: "(614) 555-9876" }],
    ...["Thank you,", "Many thanks!", "Kind regards,", "Best,", "Hello", "Cheers."].map(
      (greeting): [string, Partial<PastedContact>] => [
        `${greeting}\nJordan Sample\n614-555-9876`,
        { name: "Jordan Sample", phone: "(614) 555-9876" },
      ],
    ),
    ["2 dogs and a cat", { rest: ["2 dogs and a cat"] }],
    [
      "Gutters leak at the back, please call 3 times",
      { name: "Gutters leak at the back", rest: ["please call 3 times"] },
    ],
    [`${"a".repeat(248)}@b.com`, { rest: [`${"a".repeat(248)}@b.com`] }],
    ["", {}],
  ])("%j is read in its parts", (text, parts) => {
    expect(readContact(text)).toEqual({ ...NOTHING, ...parts });
  });

  it("a text that is longer than a contact is not read", () => {
    const text = `${"a ".repeat(600)}614-555-9876`;
    expect(readContact(text)).toEqual({ ...NOTHING, rest: [text] });
  });

  const word = fc.constantFrom;
  const contact = fc.record({
    name: fc.tuple(word(...FIRST_NAMES), word(...LAST_NAMES)).map((names) => names.join(" ")),
    phone: fc
      .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 2_000_000, max: 9_999_999 }))
      .map((digits) => formatPhone(digits.join(""))),
    email: fc.emailAddress().filter((email) => /^[\w.+-]+@/.test(email)),
    address: fc
      .tuple(fc.integer({ min: 1, max: 9999 }), word(...STREETS))
      .map((parts) => parts.join(" ")),
    city: word(...TOWNS),
  });
  const asTyped = [
    (phone: string) => phone,
    (phone: string) => phone.replace(/\D/g, ""),
    (phone: string) => `+1 ${phone.slice(1, 4)}.${phone.slice(6).replace("-", ".")}`,
  ];

  it("a contact is read back from its parts, in one line or in several and in any order", () => {
    fc.assert(
      fc.property(
        contact,
        word("\n", "\r\n", ", ", "\t", " | "),
        word(...asTyped),
        fc.shuffledSubarray(["name", "phone", "email", "place"] as const, {
          minLength: 4,
        }),
        (parts, between, typed, order) => {
          const texts = {
            ...parts,
            phone: typed(parts.phone),
            place: [parts.address, parts.city].join(between),
          };
          const text = order.map((part) => texts[part]);
          expect(readContact(text.join(between))).toEqual({
            ...NOTHING,
            ...parts,
            rest: [],
          });
        },
      ),
    );
  });

  it("no text loses a number or has a phone in another part", () => {
    const any = fc.array(
      fc.oneof(
        fc.constantFrom(
          "Jordan Sample",
          "88 Elm St",
          "Apt 4",
          "Columbus",
          "OH 43215",
          "614-555-9876",
          "jordan@example.com",
          "Cell:",
          "Thanks",
          "Owner",
          "2 dogs",
          "12/8",
          "$450",
        ),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(any, fc.constantFrom("\n", ", ", " ", "\t"), (parts, between) => {
        const text = parts.join(between);
        const { phone, rest, ...others } = readContact(text);
        const digitsOf = (each: string) =>
          [...each.matchAll(/\d/g)].map(String).toSorted().join("");
        const read = [phone, ...rest, ...Object.values(others)].join(" ");
        // The country code of a phone is not kept.
        const kept = text.replace(/(?<!\d)\+?1[-. \n\t]*(?=614-555-9876)/g, "");
        expect([digitsOf(text), digitsOf(kept)]).toContain(digitsOf(read));
        for (const each of Object.values(others)) expect(each).not.toMatch(/\d{3}-\d{3}-\d{4}/);
      }),
    );
  });
});

const EMPTY: ContactFields = {
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  job_address: "",
  job_city: "",
  job_notes: "",
};

const SIGNATURE = "Jordan Sample\nOwner\n614-555-9876\n88 Elm St\nColumbus, OH 43215";

describe("a paste into the form", () => {
  it("fills the empty fields, and puts what has no field into the notes", () => {
    expect(fillEmptyFields(SIGNATURE, EMPTY, false)).toEqual({
      fields: {
        customer_name: "Jordan Sample",
        customer_phone: "(614) 555-9876",
        job_address: "88 Elm St",
        job_city: "Columbus, OH 43215",
        job_notes: "Owner",
      },
      left: [],
    });
  });

  it("leaves the fields of a chosen customer as they are, empty ones too", () => {
    const values = { ...EMPTY, customer_name: "jordan sample" };
    expect(fillEmptyFields(SIGNATURE, values, true)).toEqual({
      fields: {
        job_address: "88 Elm St",
        job_city: "Columbus, OH 43215",
        job_notes: "(614) 555-9876\nOwner",
      },
      left: [],
    });
  });

  it("leaves out what a field has already", () => {
    const values = {
      ...EMPTY,
      customer_name: "jordan  sample",
      customer_phone: "614-555-0000",
    };
    expect(fillEmptyFields(SIGNATURE, values, false)?.fields).toEqual({
      job_address: "88 Elm St",
      job_city: "Columbus, OH 43215",
      job_notes: "(614) 555-9876\nOwner",
    });
  });

  it.each([
    "(614) 555-9876",
    "88 Elm St",
    "Jordan Sample",
    "jordan@example.com\n",
    "Ladder on the left, dog",
  ])("a single value, %j, is pasted as it is", (text) => {
    expect(fillEmptyFields(text, EMPTY, false)).toBeNull();
  });

  it("never changes a field that has text", () => {
    const filled = fc.record(
      Object.fromEntries(
        Object.keys(EMPTY).map((name) => [name, fc.constantFrom("", " ", "Something")]),
      ),
    ) as fc.Arbitrary<unknown> as fc.Arbitrary<ContactFields>;
    fc.assert(
      fc.property(filled, fc.boolean(), (values, isChosen) => {
        const { fields = {} } = fillEmptyFields(SIGNATURE, values, isChosen) ?? {};
        for (const name of Object.keys(fields) as (keyof ContactFields)[]) {
          expect(values[name].trim()).toBe("");
          if (isChosen) expect(name).not.toMatch(/^customer_/);
        }
      }),
    );
  });
});
