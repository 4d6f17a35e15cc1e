import { jsonToConvex, v, type JSONValue, type PropertyValidators } from "convex/values";
import { describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { inputCheck } from "@convex/model/input";
import { aNewCustomer, aNewJob } from "../../support/builders";
import { openForTwo, refusalOf, refused } from "../../support/convexHarness";

/** The error of the arguments, or null. Without a database, as in an action. */
function refusal(declared: PropertyValidators, args: Record<string, unknown>) {
  try {
    inputCheck(declared)(args, undefined);
    return null;
  } catch (error) {
    return (error as { data: unknown }).data;
  }
}

const wrongType = (field: string) =>
  refused(field, `The value of ${field} is missing or has the wrong type.`);

describe("defined functions", () => {
  it.each([
    ["a text without a limit", { motto: v.string() }],
    ["a nested text without a limit", { more: v.object({ motto: v.string() }) }],
    ["a search text that is not an argument itself", { more: v.object({ term: v.string() }) }],
    ["a list without a limit", { sizes: v.array(v.number()) }],
    ["anything", { id: v.any() }],
    ["a record", { id: v.record(v.string(), v.string()) }],
    ["bytes", { id: v.bytes() }],
    ["a large integer", { id: v.int64() }],
    ["one of two objects", { id: v.union(v.object({}), v.object({ id: v.string() })) }],
  ])("a function cannot be defined with %s", (_, declared) => {
    expect(() => inputCheck(declared)).toThrow(/^The argument \w+ (has|is) /);
  });
});

describe("the arguments", () => {
  const rows = { entries: v.array(v.object({ colorNumber: v.string() })) };

  it("an argument __proto__ is refused like every unknown one, on every level", () => {
    const declared = {
      entries: v.array(v.object({ colorNumber: v.string() })),
    };
    const decoded = (json: string) =>
      jsonToConvex(JSON.parse(json) as JSONValue) as Record<string, unknown>;
    const sentence = (name: string) => `The function takes no argument ${name}.`;
    expect(refusal(declared, decoded('{"entries":[],"a":{}}'))).toEqual(
      refused("a", sentence("a")),
    );
    for (const value of ["{}", '{"entries":[]}', "[]", "null"])
      expect(refusal(declared, decoded(`{"entries":[],"__proto__":${value}}`))).toEqual(
        refused("__proto__", sentence("__proto__")),
      );
    expect(
      refusal(declared, decoded('{"entries":[{"__proto__":{"colorNumber":"180"}}]}')),
    ).toMatchObject({ message: sentence("__proto__") });
  });

  it("arguments are refused with the field that has a character that cannot be stored", async () => {
    const { anna } = openForTwo();
    for (const character of ["\0", "\uD83C"]) {
      const job_notes = `Ring${character}twice`;
      const create = anna.mutation(api.jobs.create, aNewJob({ job_notes }));
      expect(await refusalOf(create)).toEqual(
        refused("job_notes", "Remove the characters from the notes that cannot be saved."),
      );
      expect(refusal({ id: v.string() }, { id: character })).toEqual(wrongType("id"));
    }
  });

  it("arguments are refused with the field that is too long, by row in a list", () => {
    const long = { colorNumber: "1".repeat(101) };
    const sentence = "Keep the color under 101 characters.";
    expect(refusal(rows, { entries: [{ colorNumber: "1" }, long] })).toEqual(
      refused("entries.1.colorNumber", `Row 2: ${sentence}`),
    );
    const nested = { customer: v.object({ colorNumber: v.string() }) };
    expect(refusal(nested, { customer: long })).toEqual(refused("colorNumber", sentence));
  });

  it("arguments are refused with the field of the wrong type", () => {
    const declared = { id: v.string(), customers: v.number() };
    expect(refusal(declared, { id: "a" })).toEqual(wrongType("customers"));
    expect(refusal(declared, { id: 1, customers: 1 })).toEqual(wrongType("id"));
    expect(refusal(rows, { entries: [{ colorNumber: 180 }] })).toEqual(
      wrongType("entries.0.colorNumber"),
    );
    expect(refusal(rows, { entries: "180" })).toEqual(wrongType("entries"));
    expect(refusal(rows, { entries: [[]] })).toEqual(wrongType("entries.0"));
  });

  it.each(["other", "constructor", "__proto__x"])(
    "arguments are refused with the unknown field %s",
    (name) => {
      expect(refusal({ id: v.string() }, { id: "a", [name]: 1 })).toEqual(
        refused(name, `The function takes no argument ${name}.`),
      );
    },
  );

  it("arguments are handed on with the search text cut", () => {
    const check = inputCheck({ term: v.string(), id: v.string() });
    const args = { term: "a".repeat(1_000_000), id: "x" };
    expect(check(args, undefined)).toEqual({ term: "a".repeat(200), id: "x" });
  });
});

describe("ids", () => {
  it("an id is refused if it is malformed, too long or of another table", async () => {
    const { anna } = openForTwo();
    const job = await anna.mutation(api.jobs.create, aNewJob());
    const [customer] = await anna.query(api.customers.search, { term: "" });
    for (const id of ["", "job", "1".repeat(1_000), customer!._id])
      expect(await refusalOf(anna.mutation(api.jobs.deleteJob, { id }))).toEqual(wrongType("id"));
    expect(
      await refusalOf(
        anna.mutation(api.jobs.removeFile, {
          id: job,
          field: "job_drawings",
          fileId: job as unknown as Id<"_storage">,
        }),
      ),
    ).toEqual(wrongType("fileId"));
  });
});

describe("a stored value that is longer than its limit", () => {
  it("a stored value over the limit stays readable, and only its own change is refused", async () => {
    const { anna } = openForTwo();
    const customer_id = await anna.mutation(api.customers.create, aNewCustomer());
    const id = await anna.mutation(api.jobs.create, aNewJob());
    const name = "Anna ".repeat(1_000);
    await anna.run(async (ctx) => {
      const [row] = await ctx.db.query("customers").take(1);
      await ctx.db.patch("customers", row!._id, { customer_name: name });
      await ctx.db.patch("jobs", id, { job_notes: name });
    });
    await anna.mutation(api.customers.update, {
      customer_id,
      customer_phone: "555 123 4567",
    });
    await anna.mutation(api.jobs.update, { id, job_city: "Dover" });
    expect(await anna.query(api.customers.getByCustomerId, { customer_id })).toMatchObject({
      customer_name: name,
      customer_phone: "5551234567",
    });
    expect(await anna.query(api.jobs.get, { id })).toMatchObject({
      job_notes: name,
      job_city: "Dover",
    });
    expect(await refusalOf(anna.mutation(api.jobs.update, { id, job_notes: name }))).toEqual(
      refused("job_notes", "Keep the notes under 4001 characters."),
    );
  });
});
