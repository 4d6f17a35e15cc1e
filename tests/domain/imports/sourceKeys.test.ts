import { expect, it } from "vitest";
import {
  identityKey,
  isSameSource,
  keyOfNamedCustomer,
  KeysOfFile,
} from "@domain/imports/sourceKeys";
import type { ImportRow } from "@domain/imports/rows";
import { aCustomerRow, aJobRow } from "../../support/importRows";

const sourcesOf = (...rows: readonly ImportRow[]) => {
  const keys = new KeysOfFile();
  return rows.map((row) => keys.keyOf(row));
};

/** Whether a row is taken for the row that an earlier import stored. */
function isKnownAgain(stored: ImportRow, row: ImportRow): boolean {
  const [before] = sourcesOf(stored);
  const [now] = sourcesOf(row);
  return before!.key === now!.key && isSameSource(before!.traits, now!);
}

it("knows a row with an id again by any of its traits", () => {
  const ann = aCustomerRow({
    sourceId: "8",
    customer_phone: "6145550101",
    customer_email: "ann@example.com",
  });
  expect(isKnownAgain(ann, { ...ann, customer_phone: "6145550102" })).toBe(true);
  expect(isKnownAgain(ann, { ...ann, customer_name: "Ann Vale" })).toBe(true);
  const other = aCustomerRow({ sourceId: "8", customer_name: "Bo Ek" });
  expect(isKnownAgain(ann, other)).toBe(false);

  const job = aJobRow({ sourceId: "8" });
  const renamed = { ...job, customer: { customer_name: "Ann Vale" } };
  const moved = { ...job, job_address: "9 Oak Street" };
  expect(isKnownAgain(job, renamed)).toBe(true);
  expect(isKnownAgain(job, moved)).toBe(true);
  expect(isKnownAgain(renamed, moved)).toBe(false);
});

it("gives several rows of one id in a file a key each, and equal rows one", () => {
  const elm = aJobRow({ sourceId: "8" });
  const oak = aJobRow({ sourceId: "8", job_address: "9 Oak Street", line: 3 });
  const keys = sourcesOf(elm, oak, { ...elm, line: 4 }).map(({ key }) => key);
  expect(keys[0]).toBe("jobs:id:8");
  expect(keys[1]).toMatch(/^jobs:id:8:./);
  expect(keys[2]).toBe(keys[0]);
});

it("tells equal jobs of one file apart, and takes equal customers for one", () => {
  const jobs = sourcesOf(aJobRow({}), aJobRow({ line: 3 }));
  expect(jobs[1]?.key).toBe(`${jobs[0]?.key}:1`);
  const people = sourcesOf(aCustomerRow({}), aCustomerRow({ line: 3 }));
  expect(people[1]?.key).toBe(people[0]?.key);
});

it("names a customer without an id by name, phone and e-mail address", () => {
  const ann = { customer_name: "Ann Field", customer_email: "ann@example.com" };
  const key = keyOfNamedCustomer(ann).key;
  // Offices have stored such keys: with another hash, a file would be imported twice.
  expect(key).toBe("customers:is:8a0vyhvg2x1ohw9ataom4");
  expect(identityKey({ ...ann, customer_name: " ANN  field" })).toBe(key);
  expect(identityKey({ ...ann, customer_email: "ANN@example.com" })).toBe(key);
  expect(identityKey({ ...ann, customer_email: "b@example.com" })).not.toBe(key);
  expect(identityKey({ ...ann, customer_phone: "6145550101" })).not.toBe(key);
  expect(keyOfNamedCustomer({ ...ann, sourceId: "8" }).key).toBe("customers:id:8");
});
