import { expect, it } from "vitest";
import Papa from "papaparse";
import { leftoverText } from "@domain/imports/leftoverNotes";
import { placeText } from "@domain/customer/places";
import { importRecords } from "../../support/importRows";

const TITLES = ["Name", "Street", "City", "Mail Street", "Mail City"];

const placesOf = (...cells: readonly string[]) => {
  const row = importRecords([TITLES, ["Ann Field", ...cells]]).rows[0];
  return row?.kind === "customers" && row.places;
};

it("takes a second address that is the first one again as one place", () => {
  const elm = { job_address: "12 Elm St", job_city: "Troy" };
  const oak = { job_address: "9 Oak St", job_city: "Troy" };
  expect(placesOf("12 Elm St", "Troy", "12 Elm St", "Troy")).toEqual([elm]);
  expect(placesOf("12 Elm St", "Troy", "9 Oak St", "Troy")).toEqual([elm, oak]);
});

/** A customer of a file with a cell under each title. */
const customerOf = (cells: Readonly<Record<string, string>>) =>
  importRecords([Object.keys(cells), Object.values(cells)], {
    kind: "customers",
  }).rows[0];

it("keeps every part of a person that the name does not say", () => {
  const parts = { "First name": "Ann", "Last name": "Field" };
  expect(customerOf({ ...parts, Company: "Elm Bakery" })).toMatchObject({
    customer_name: "Ann Field",
    leftovers: [{ label: "Company", text: "Elm Bakery" }],
  });
  expect(customerOf({ Name: "Elm Bakery", ...parts })).toMatchObject({
    customer_name: "Elm Bakery",
    leftovers: [{ label: "Contact", text: "Ann Field" }],
  });
  expect(customerOf({ Company: "Elm Bakery", Phone: "" })).toMatchObject({
    customer_name: "Elm Bakery",
    leftovers: [],
  });
});

it.each([
  ["555-0101", "5550101", []],
  ["911", "911", []],
  ["12", undefined, ["12"]],
  ["614 555 0101 or 614 555 0102", "6145550101", ["614 555 0102"]],
  ["ask Ann", undefined, ["ask Ann"]],
])("the cell of phones %j has the phone %j and keeps %j", (cell, phone, kept) => {
  const row = customerOf({ Name: "Ann Field", Phone: cell });
  expect(row?.kind === "customers" && row.customer_phone).toBe(phone);
  expect(row?.leftovers).toEqual(kept.map((text) => ({ label: "Phone", text })));
});

it("keeps a way in which customers found the office that is none of ours", () => {
  expect(customerOf({ Name: "Ann Field", Source: "Billboard" })?.leftovers).toEqual([
    { label: "Source", text: "Billboard" },
  ]);
});

it("keeps a city without a street, of the first and of the second address", () => {
  const row = customerOf({
    Name: "Ann Field",
    Address: "",
    City: "Troy",
    ZIP: "45373",
    "Mailing address": "",
    "Mailing city": "Dayton",
  });
  expect(row).toMatchObject({
    places: [],
    leftovers: [
      { label: "City", text: "Troy" },
      { label: "ZIP", text: "45373" },
      { label: "Mailing city", text: "Dayton" },
    ],
  });
});

it("reads the city out of an address in one cell, unless the file has a column of cities", () => {
  const cells = { Name: "Ann Field", Address: "12 Elm St, Troy, OH 45373" };
  expect(customerOf(cells)).toMatchObject({
    places: [{ job_address: "12 Elm St", job_city: "Troy, OH 45373" }],
  });
  expect(customerOf({ ...cells, City: "" })).toMatchObject({
    places: [{ job_address: "12 Elm St, Troy, OH 45373" }],
  });
});

/** Files of other programs: the names, phones, e-mail addresses and places of their rows, and what is kept of each. */
it.each([
  [
    "whose phones stand in two columns",
    `Invoice Number,Date,Customer,First Name,Last Name,Email,Company,Mobile Phone,Home Phone,Street,Street Line 2,City,State,Postal Code
1001,2025-05-14 09:00,Rosa Delgado,Rosa,Delgado,r@example.com,,614-555-0101,,12 Elm St,,Troy,OH,45373
1002,2025-05-15 09:00,Jo Park,Jo,Park,j@example.com,,,614-555-0102,4 Oak Ct,Apt 2,Troy,OH,45373
1003,2025-05-16 09:00,Al Fox,Al,Fox,,,614-555-0103,614-555-0104,5 Oak Ct,,Troy,OH,45373`,
    [
      [
        "Rosa Delgado",
        "6145550101",
        "r@example.com",
        "12 Elm St, Troy, OH 45373",
        "Invoice Number: 1001",
      ],
      [
        "Jo Park",
        "6145550102",
        "j@example.com",
        "4 Oak Ct, Apt 2, Troy, OH 45373",
        "Invoice Number: 1002",
      ],
      [
        "Al Fox",
        "6145550103",
        "",
        "5 Oak Ct, Troy, OH 45373",
        "Home Phone: 614-555-0104",
        "Invoice Number: 1003",
      ],
    ],
  ],
  [
    "whose addresses end with a country",
    `Name,Address
Rosa Delgado,"12 Elm St, Springfield, IL 62704, USA"
Jo Park,"12 Elm St, Apt 4, Springfield, Illinois, 62704, United States"
Al Fox,"12 Elm St Springfield IL 62704 U.S.A."
Ann Lee,"Ann Lee
12 Elm St
Springfield, IL 62704
US"
Bo Ek,"Corner of Elm & Oak, Springfield, IL 62704, USA"
Elm Street Bakery,"Elm Street
12 Elm St, Troy, OH"
Cy Li,"99 King St W, Toronto, ON M5H 1J9, Canada"`,
    [
      ["Rosa Delgado", "", "", "12 Elm St, Springfield, IL 62704", "Country: USA"],
      [
        "Jo Park",
        "",
        "",
        "12 Elm St, Apt 4, Springfield, Illinois 62704",
        "Country: United States",
      ],
      ["Al Fox", "", "", "12 Elm St, Springfield, IL 62704", "Country: U.S.A."],
      ["Ann Lee", "", "", "12 Elm St, Springfield, IL 62704", "Country: US"],
      ["Bo Ek", "", "", "Corner of Elm & Oak, Springfield, IL 62704, USA"],
      ["Elm Street Bakery", "", "", "12 Elm St, Troy, OH"],
      ["Cy Li", "", "", "99 King St W, Toronto, ON M5H 1J9, Canada"],
    ],
  ],
  [
    "of QuickBooks Desktop, whose address is in lines below the name",
    `Active Status,Customer,Balance Total,Main Phone,First Name,M.I.,Last Name,Ship to 1,Ship to 2,Ship to 3
Active,"Delgado, Rosa",12,614-555-0101,Rosa,M,Delgado,Rosa Delgado,12 Elm St,"Troy, OH 45373"`,
    [
      [
        "Rosa M Delgado",
        "6145550101",
        "",
        "12 Elm St, Troy, OH 45373",
        "Active Status: Active",
        "Balance Total: 12",
      ],
    ],
  ],
  [
    "that says a place whole and in parts",
    `Name,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Country
Rosa Delgado,"12 Elm St
Troy
US",12 Elm St,Troy,US
Jo Park,"12 Elm St
Gate code 12
Troy",12 Elm St,Troy,`,
    [
      ["Rosa Delgado", "", "", "12 Elm St, Troy", "Country: US"],
      [
        "Jo Park",
        "",
        "",
        "12 Elm St, Troy",
        "Address 1 - Formatted: 12 Elm St\nGate code 12\nTroy",
      ],
    ],
  ],
  [
    "whose phones and e-mail addresses are written as links and numbers",
    `Name,Phone,E-mail
Rosa Delgado,6145550101.0,mailto:rosa@example.com
Jo Park,'6145550102,Jo Park <jo@example.com>`,
    [
      ["Rosa Delgado", "6145550101", "rosa@example.com", ""],
      ["Jo Park", "6145550102", "jo@example.com", "", "E-mail: Jo Park"],
    ],
  ],
  [
    "with the parts of names",
    `First Name,Middle Name,Last Name,Suffix,Phone,Email,Street,City
John,,Smith,Sr.,614-555-0101,smith@example.com,12 Elm St,Troy
Mary,Beth,Lee,,614-555-0102,lee@example.com,1 Fir St,Troy`,
    [
      ["John Smith Sr.", "6145550101", "smith@example.com", "12 Elm St, Troy"],
      ["Mary Beth Lee", "6145550102", "lee@example.com", "1 Fir St, Troy"],
    ],
  ],
  [
    "with names both whole and in parts",
    `Name,First Name,Middle Name,Last Name,Suffix,Company
"Smith, John",John,,Smith,Jr.,
Elm Bakery,Ann,,Field,,Elm Bakery
Mary Ann Lee,Mary,,Lee,,`,
    [
      ["John Smith Jr.", "", "", ""],
      ["Elm Bakery", "", "", "", "Contact: Ann Field"],
      ["Mary Ann Lee", "", "", ""],
    ],
  ],
  [
    "with several places and e-mail addresses",
    `Name,Home Street,Home City,Work Street,Work City,Other City,E-mail,E-mail 2
Ann Field,12 Elm St,Troy,9 Oak St,Dayton,Xenia,none,ann@example.com
Bo Ek,,,9 Oak St,Dayton,,bo@example.com,ek@example.com`,
    [
      [
        "Ann Field",
        "",
        "ann@example.com",
        "12 Elm St, Troy; 9 Oak St, Dayton",
        "E-mail: none",
        "Other City: Xenia",
      ],
      ["Bo Ek", "", "bo@example.com", "9 Oak St, Dayton", "E-mail 2: ek@example.com"],
    ],
  ],
] as const)("reads a file %s", (_name, text, expected) => {
  const { rows, faults } = importRecords(Papa.parse<string[]>(text, { skipEmptyLines: true }).data);
  expect(faults).toEqual([]);
  expect(
    rows.map((row) => {
      if (row.kind !== "customers" && row.kind !== "jobs") return [];
      const customer = row.kind === "jobs" ? row.customer : row;
      const places = row.kind === "jobs" ? [row] : row.places;
      return [
        customer.customer_name,
        customer.customer_phone ?? "",
        customer.customer_email ?? "",
        places.map(placeText).join("; "),
        ...row.leftovers.map((one) => leftoverText(one)),
      ];
    }),
  ).toEqual(expected);
});
