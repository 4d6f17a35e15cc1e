import { expect, it } from "vitest";
import { likelyKind, suggestedTargets } from "@domain/imports/layouts";
import type { ImportKind } from "@domain/imports/rows";
import {
  contactOfTitle,
  isKnownTitle,
  ofPerson,
  placeOfTitle,
  rankOfTitle,
  titleKey,
} from "@domain/imports/titles";
import { importRecords } from "../../support/importRows";

/** The titles that programs write, each with the field that its column fills; the others are kept. */
const PROGRAMS: Readonly<
  Record<string, readonly [ImportKind, Readonly<Record<string, string>>, string]>
> = {
  Outlook: [
    "customers",
    {
      "First Name": "first_name",
      "Middle Name": "middle_name",
      "Last Name": "last_name",
      Suffix: "suffix",
      Company: "company",
      "Business Street": "address",
      "Business Street 2": "line2",
      "Business City": "city",
      "Business State": "state",
      "Business Postal Code": "zip",
      "Home Street": "address",
      "Home Street 2": "line2",
      "Home Street 3": "line2",
      "Home City": "city",
      "Home State": "state",
      "Home Postal Code": "zip",
      "Other Street": "address",
      "Business Phone": "phone",
      "Business Phone 2": "phone",
      "Company Main Phone": "phone",
      "Home Phone": "phone",
      "Mobile Phone": "phone",
      "Other Phone": "phone",
      "Primary Phone": "phone",
      "E-mail Address": "email",
      "E-mail 2 Address": "email",
    },
    "Title,Department,Job Title,Business Country/Region,Assistant's Phone,Business Fax,Callback,Home Fax,ISDN,Pager,Telex,TTY/TDD Phone,Anniversary,Birthday,Business Address PO Box,Categories,E-mail Type,E-mail Display Name,Notes,Web Page",
  ],
  Thunderbird: [
    "customers",
    {
      "First Name": "first_name",
      "Last Name": "last_name",
      "Display Name": "name",
      "Primary Email": "email",
      "Secondary Email": "email",
      "Work Phone": "phone",
      "Home Phone": "phone",
      "Mobile Number": "phone",
      "Home Address": "address",
      "Home Address 2": "line2",
      "Home City": "city",
      "Home State": "state",
      "Home ZipCode": "zip",
      "Work Address": "address",
      "Work Address 2": "line2",
      "Work City": "city",
      "Work State": "state",
      "Work ZipCode": "zip",
      Organization: "company",
    },
    "Nickname,Screen Name,Fax Number,Pager Number,Home Country,Job Title,Department,Web Page 1,Birth Year,Custom 1,Notes",
  ],
  "Google until 2024": [
    "customers",
    {
      Name: "name",
      "Given Name": "first_name",
      "Additional Name": "middle_name",
      "Family Name": "last_name",
      "Name Suffix": "suffix",
      "E-mail 1 - Value": "email",
      "E-mail 2 - Value": "email",
      "Phone 1 - Value": "phone",
      "Phone 2 - Value": "phone",
      "Address 1 - Street": "address",
      "Address 1 - Extended Address": "line2",
      "Address 1 - City": "city",
      "Address 1 - Region": "state",
      "Address 1 - Postal Code": "zip",
      "Address 2 - Street": "address",
      "Organization 1 - Name": "company",
    },
    "Name Prefix,Nickname,Group Membership,E-mail 1 - Type,Phone 1 - Type,Address 1 - Country,Address 1 - PO Box,Relation 1 - Value",
  ],
  "Google since 2024": [
    "customers",
    {
      "First Name": "first_name",
      "Middle Name": "middle_name",
      "Last Name": "last_name",
      "Name Suffix": "suffix",
      "Organization Name": "company",
      "E-mail 1 - Value": "email",
      "Phone 1 - Value": "phone",
      "Phone 2 - Value": "phone",
      "Address 1 - Street": "address",
      "Address 1 - City": "city",
      "Address 2 - Street": "address",
    },
    "Nickname,Organization Title,Birthday,Notes,Labels,Address 1 - Country",
  ],
  "Housecall Pro, customers": [
    "customers",
    {
      "Display Name": "name",
      "First Name": "first_name",
      "Last Name": "last_name",
      "Mobile Number": "phone",
      "Home Number": "phone",
      "Work Number": "phone",
      Email: "email",
      Company: "company",
      "Lead Source": "obtained",
      Street: "address",
      "Street Line 2": "line2",
      City: "city",
      State: "state",
      "Postal Code": "zip",
    },
    "Role,Customer Tags,Notifications Enabled",
  ],
  "Housecall Pro, jobs": [
    "jobs",
    {
      "Invoice Number": "job_id",
      Date: "install_date",
      Customer: "name",
      "First Name": "first_name",
      "Last Name": "last_name",
      Email: "email",
      "Mobile Phone": "phone",
      "Home Phone": "phone",
      Address: "address",
      Street: "address",
      "Street Line 2": "line2",
      City: "city",
    },
    "Created At,End Time,Travel Duration,On Job Duration,Customer Tags",
  ],
  "Housecall Pro, schedule": [
    "jobs",
    {
      "Job id": "job_id",
      "Customer name": "name",
      "Job status": "status",
      "Job scheduled start date": "install_date",
      "Job scheduled start time": "install_time",
      "Job completed date": "status_date",
      "Job amount": "price",
      "Job description": "notes",
      Street: "address",
      Zip: "zip",
    },
    "Job created date,Job scheduled end date,Assigned employees,Job tags",
  ],
  "Jobber, clients": [
    "customers",
    {
      "J-ID": "customer_id",
      "Display Name": "name",
      "First Name": "first_name",
      "Last Name": "last_name",
      "Company Name": "company",
      "Main Phone #s": "phone",
      "Work Phone #s": "phone",
      "Mobile Phone #s": "phone",
      "Home Phone #s": "phone",
      "E-mails": "email",
      "Billing Street 1": "address",
      "Billing Street 2": "line2",
      "Billing City": "city",
      "Billing State": "state",
      "Billing Zip code": "zip",
      "Service Street 1": "address",
      "Service Street 2": "line2",
      "Service City": "city",
      "Service State": "state",
      "Service Zip code": "zip",
      "Lead Source": "obtained",
    },
    "Title,Fax Phone #s,Text Message Enabled Phone #,Billing Country,Service Country,Tags",
  ],
  "ServiceTitan, jobs": [
    "jobs",
    {
      "Job #": "job_id",
      "Customer Name": "name",
      "Customer Phone": "phone",
      "Location Address": "address",
      "Location City": "city",
      "Location State": "state",
      "Location Zip": "zip",
      "Customer Street": "address",
      "Scheduled Date": "install_date",
      "Appt Start Time": "install_time",
      "Completion Date": "status_date",
      "Jobs Total": "price",
      Status: "status",
    },
    "Business Unit,Created Date,Assigned Technicians,Tags",
  ],
  "a report of visits with their revenue": [
    "jobs",
    {
      "Job #": "job_id",
      "Client name": "name",
      "Client phone": "phone",
      "Service street": "address",
      "Service city": "city",
      "Service province": "state",
      "Service ZIP": "zip",
      "Schedule start date": "install_date",
      "Visit completed date": "status_date",
      "Total revenue ($)": "price",
      "Assigned to": "install_crew",
    },
    "Service property name,Visit title,Schedule end date,Line items",
  ],
  "JobNimbus, contacts": [
    "customers",
    {
      "Display Name": "name",
      "First Name": "first_name",
      "Last Name": "last_name",
      Company: "company",
      "Address Line 1": "address",
      "Address Line 2": "line2",
      City: "city",
      State: "state",
      Zip: "zip",
      "Home Phone": "phone",
      "Mobile Phone": "phone",
      "Work Phone": "phone",
      Email: "email",
      Source: "obtained",
    },
    "Fax,Website,Sales Rep,Record Type,Date Created,Tags",
  ],
  "QuickBooks Desktop": [
    "customers",
    {
      Customer: "name",
      Company: "company",
      "First Name": "first_name",
      "M.I.": "middle_name",
      "Last Name": "last_name",
      "Main Phone": "phone",
      "Alt. Phone": "phone",
      "Main Email": "email",
      "Bill to 1": "address",
      "Bill to 2": "address",
      "Ship to 1": "address",
      "Ship to 2": "address",
      "Account No.": "customer_id",
    },
    "Active Status,Balance,Balance Total,Mr./Ms./...,Primary Contact,Fax,Secondary Contact,Job Title,Customer Type,Terms,Job Status,Start Date,Note",
  ],
  "QuickBooks Online": [
    "customers",
    {
      "Customer full name": "name",
      "Phone numbers": "phone",
      Email: "email",
      "Bill address": "address",
      "Ship address": "address",
    },
    "",
  ],
  Square: [
    "customers",
    {
      "First Name": "first_name",
      Surname: "last_name",
      "Email Address": "email",
      "Phone Number": "phone",
      "Company Name": "company",
      "Street Address 1": "address",
      "Street Address 2": "line2",
      City: "city",
      State: "state",
      "Postal Code": "zip",
      "Square Customer ID": "customer_id",
    },
    "Reference ID,Nickname,Birthday,Memo,Creation Source,First Visit,Transaction Count,Lifetime Spend,Email Subscription Status",
  ],
  Salesforce: [
    "customers",
    {
      FirstName: "first_name",
      LastName: "last_name",
      "Account Name": "name",
      Phone: "phone",
      MobilePhone: "phone",
      Work_Phone__c: "phone",
      Email: "email",
      MailingStreet: "address",
      MailingCity: "city",
      MailingState: "state",
      MailingPostalCode: "zip",
      Property_Address__c: "address",
      Property_City__c: "city",
    },
    "Fax,AssistantPhone,MailingCountry,Roof_Age__c",
  ],
  "a list of contacts with numbered phones": [
    "customers",
    {
      first_name: "first_name",
      last_name: "last_name",
      company_name: "company",
      address: "address",
      city: "city",
      state: "state",
      zip: "zip",
      phone1: "phone",
      phone2: "phone",
      email: "email",
    },
    "county,web",
  ],
};

it.each(Object.entries(PROGRAMS))(
  "recognizes the titles of %s",
  (_program, [kind, fields, kept]) => {
    const others = kept.split(",").filter(Boolean);
    const titles = [...Object.keys(fields), ...others];
    expect(likelyKind(titles)).toBe(kind);
    const targets = suggestedTargets({ titles, rows: [], faults: [] }, kind);
    expect(Object.fromEntries(titles.map((title, at) => [title, targets[at]]))).toEqual({
      ...fields,
      ...Object.fromEntries(others.map((title) => [title, "keep"])),
    });
  },
);

it("fills a phone from the preferred column that has one, and never from a fax", () => {
  const titles = [
    "Name",
    "Phone 1 - Type",
    "Phone 1 - Value",
    "Phone 2 - Type",
    "Phone 2 - Value",
    "Fax",
  ];
  const phonesOf = (...cells: readonly string[]) => {
    const [row] = importRecords([titles, ["Ann Field", ...cells]], {
      kind: "customers",
    }).rows;
    const kept = row?.leftovers.map(({ label, text }) => `${label}: ${text}`);
    return [row?.kind === "customers" ? row.customer_phone : null, kept];
  };
  expect(phonesOf("Work Fax", "6145550199", "Mobile", "6145550102", "")).toEqual([
    "6145550102",
    ["Phone 1 - Type: Work Fax", "Work Fax: 6145550199", "Phone 2 - Type: Mobile"],
  ]);
  expect(phonesOf("Home", "ask Ann", "", "6145550102", "6145550103")).toEqual([
    "6145550102",
    ["Phone 1 - Type: Home", "Home: ask Ann", "Fax: 6145550103"],
  ]);
  expect(phonesOf("Fax", "6145550199", "", "", "")).toEqual([
    undefined,
    ["Phone 1 - Type: Fax", "Fax: 6145550199"],
  ]);
});

it("shortens the label of a number, which may be a cell of any length", () => {
  const titles = ["Name", "Phone", "Phone 1 - Label", "Phone 1 - Value"];
  const cells = ["Ann", "6145550101", "x".repeat(5_000), "6145550102"];
  const [row] = importRecords([titles, cells], { kind: "customers" }).rows;
  expect(row?.leftovers.at(-1)).toEqual({
    label: "x".repeat(100),
    text: "6145550102",
  });
});

it("knows a title by its parts", () => {
  expect(["Home Phone 3", "Job Site Address", "E-mail 7 - Value"].every(isKnownTitle)).toBe(true);
  expect(["Fax", "Truck", "Home", ""].some(isKnownTitle)).toBe(false);
  expect(["MailingStreet", "phone1", "Roof_Age__c", "M.I."].map(titleKey)).toEqual([
    "mailing_street",
    "phone_1",
    "roof_age",
    "m_i",
  ]);
  expect(ofPerson("primary_contact_last_name")).toBe("last_name");
  expect(contactOfTitle("fax_phone_s")).toBeNull();
  expect(placeOfTitle("ship_to_city")).toMatchObject({
    group: "ship",
    part: "city",
  });
});

it.each([
  ["phone", ["Phone", "Mobile Phone", "Home Phone", "Phone 2", "Work Phone", "Other Phone"]],
  ["email", ["E-mail", "Work E-mail", "E-mail 2"]],
  [
    "address",
    [
      "Service Street",
      "Job Site Street",
      "Street",
      "Address",
      "Home Street",
      "Billing Street",
      "Work Street",
      "Address 3 - Street",
      "Address 4 - Street",
    ],
  ],
])("prefers the columns of the field %s in the order %j", (field, titles) => {
  const sorted = titles
    .toReversed()
    .toSorted((a, b) => rankOfTitle(field, a) - rankOfTitle(field, b));
  expect(sorted).toEqual(titles);
});

/** The row of a customer with a cell under each title. */
const customerOf = (cells: Readonly<Record<string, string>>) => {
  const records = [Object.keys(cells), Object.values(cells)];
  return importRecords(records, { kind: "customers" }).rows[0];
};

it("reads an address that stands in lines, without the customer's name", () => {
  expect(
    customerOf({
      Customer: "Rosa Delgado",
      "Bill to 1": "Rosa Delgado",
      "Bill to 2": "12 Elm St",
      "Bill to 3": "Troy, OH 45373",
    }),
  ).toMatchObject({
    places: [{ job_address: "12 Elm St", job_city: "Troy, OH 45373" }],
    leftovers: [],
  });
});
