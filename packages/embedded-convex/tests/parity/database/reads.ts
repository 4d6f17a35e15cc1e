import type { Value } from "convex/values";
import type { Filter, Read } from "../../support/histories/specs";
import { type Behavior, type ParityCaller, outcomeOf, withoutSystem } from "../../support/parity";
import { app } from "./app";
import { anyone, ask, keysOf, put, range } from "./ask";

async function putNumbers(caller: ParityCaller): Promise<void> {
  await put(caller, ...[1, 2, 3, 4].map((b) => ({ key: `${b}`, a: b % 2, b })));
}

async function putAllKinds(caller: ParityCaller): Promise<void> {
  await putNumbers(caller);
  await put(caller, { key: "none" }, { key: "text", a: "1", b: "x" }, { key: "big", a: 1n, b: 3n });
}

const filtered = (filter: Filter) => range("by_creation_time", [], { filter });

export const readBehaviors: readonly Behavior[] = [
  {
    name: "takes, finds the first, and stops iterating early",
    run: async (backend) => {
      const caller = anyone(backend);
      await putAllKinds(caller);
      const from = { op: "neq", field: "b", value: 1 } as const;
      const notFour = { op: "neq", field: "b", value: 4 } as const;
      const odd: Filter = { op: "eq", field: "a", value: 0 };
      const all = range("by_creation_time", []);
      const keys = await keysOf(
        caller,
        { ...all, end: { take: 2 } },
        { ...all, end: { take: 0 } },
        { ...all, end: { take: 100 } },
        { ...all, end: { iterate: 3 } },
        { ...all, order: "desc", end: { take: 2 } },
        { ...all, filter: odd, end: { take: 1 } },
        { ...all, filter: odd, end: { take: 5 } },
      );
      const ends = await ask(
        caller,
        { ...all, filter: odd, end: "first" },
        { ...all, filter: { and: [from, notFour] }, end: "unique" },
        { ...all, filter: { op: "eq", field: "b", value: 2 }, end: "unique" },
        { ...all, filter: { op: "eq", field: "b", value: 9 }, end: "unique" },
        { ...all, filter: { op: "eq", field: "b", value: 9 }, end: "first" },
      );
      return [
        keys,
        ends.map((end) => (typeof end === "string" ? end : withoutSystem(end as object | null))),
      ];
    },
    shows: [
      ["1 2", "", "1 2 3 4 none text big", "1 2 3", "big text", "2", "2 4"],
      [{ key: "2", a: 0, b: 2 }, "several", { key: "2", a: 0, b: 2 }, null, null],
    ],
  },
  {
    name: "reads a table without an index in order of creation",
    run: async (backend) => {
      const caller = anyone(backend);
      for (const key of ["b", "a", "c"]) await put(caller, { key });
      return [
        await caller.query(app.table, { take: 9 }),
        await caller.query(app.table, { take: 2, order: "desc" }),
      ];
    },
    shows: [
      ["b", "a", "c"],
      ["c", "a"],
    ],
  },
  {
    name: "throws if unique() matches several documents",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "one" }, { key: "two" }, { key: "two" });
      return [
        await outcomeOf(caller.query(app.unique, { key: "one" })),
        await outcomeOf(caller.query(app.unique, { key: "two" })),
        await outcomeOf(caller.query(app.unique, { key: "none" })),
      ];
    },
    shows: [{ value: "one" }, { failed: true }, { value: null }],
  },
  {
    name: "compares numbers in a filter",
    run: async (backend) => {
      const caller = anyone(backend);
      await putNumbers(caller);
      const ops = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;
      return await keysOf(caller, ...ops.map((op) => filtered({ op, field: "b", value: 2 })));
    },
    shows: ["2", "1 3 4", "3 4", "2 3 4", "1", "1 2"],
  },
  {
    name: "compares in a filter as in an index, across types",
    differs:
      "convex-test compares as JavaScript does. Convex has one order of all values (docs.convex.dev/database/types).",
    run: async (backend) => {
      const caller = anyone(backend);
      await putAllKinds(caller);
      const b = (op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte", value?: Value) =>
        filtered({ op, field: "b", ...(value === undefined ? {} : { value }) });
      return await keysOf(
        caller,
        b("eq", 3),
        b("eq", 3n),
        b("eq"),
        b("neq", 3),
        b("neq"),
        b("gt", 3),
        b("gt", 3n),
        b("gte", 3),
        b("lt", 2),
        b("lte", 2),
        b("lt", "x"),
        b("gt"),
        b("eq", null),
        filtered({ op: "eq", field: "nothing.at.all" }),
      );
    },
    shows: [
      "3",
      "big",
      "none",
      "1 2 4 none text big",
      "1 2 3 4 text big",
      "4 text",
      "1 2 3 4 text",
      "3 4 text",
      "1 none big",
      "1 2 none big",
      "1 2 3 4 none big",
      "1 2 3 4 text big",
      "",
      "1 2 3 4 none text big",
    ],
  },
  {
    name: "combines filters with and, or and not",
    run: async (backend) => {
      const caller = anyone(backend);
      await putNumbers(caller);
      const odd: Filter = { op: "eq", field: "a", value: 1 };
      const large: Filter = { op: "gte", field: "b", value: 3 };
      return await keysOf(
        caller,
        ...[
          { and: [odd, large] },
          { or: [odd, large] },
          { not: odd },
          { not: { or: [odd, large] } },
          { and: [] },
          { or: [] },
          { not: { and: [odd, { not: large }] } },
        ].map(filtered),
      );
    },
    shows: ["3", "1 3 4", "2 4", "2", "1 2 3 4", "", "2 3 4"],
  },
  {
    name: "computes in a filter with numbers of one type",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "7", a: 7 }, { key: "-2", a: -2 }, { key: "0", a: 0 });
      const computes: [string, Value, Value][] = [
        ["add", 1, 8],
        ["sub", 1, -3],
        ["mul", 2, 14],
        ["div", 2, 3.5],
        ["mod", 4, 3],
        ["mod", 4, -2],
        ["div", 0, Infinity],
      ];
      const floats = [];
      for (const [op, by, result] of computes) {
        floats.push(await caller.query(app.computes, { op, by, result }));
      }
      await caller.mutation(app.clear, {});
      await put(caller, { key: "7n", a: 7n }, { key: "-2n", a: -2n });
      const ints = [];
      for (const [op, by, result] of [
        ["add", 1n, 8n],
        ["sub", 1n, -3n],
        ["mul", 2n, 14n],
        ["div", 2n, 3n],
        ["mod", 4n, 3n],
        ["mod", 4n, -2n],
      ] as [string, Value, Value][]) {
        ints.push(await caller.query(app.computes, { op, by, result }));
      }
      return [floats.flat(), ints.flat()];
    },
    shows: [
      ["7", "-2", "7", "7", "7", "-2", "7"],
      ["7n", "-2n", "7n", "7n", "7n", "-2n"],
    ],
  },
  {
    name: "negates a number in a filter",
    differs: "convex-test has no `neg`.",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "-2", a: -2 });
      const negative = (result: Value) =>
        outcomeOf(caller.query(app.computes, { op: "neg", by: null, result }));
      const float = await negative(2);
      await caller.mutation(app.clear, {});
      await put(caller, { key: "-2n", a: -2n });
      const int = await negative(2n);
      await put(caller, { key: "none" });
      return [float, int, await negative(2n)];
    },
    shows: [{ value: ["-2"] }, { value: ["-2n"] }, { failed: true }],
  },
  {
    name: "rejects computing with numbers of two types and with other values",
    differs:
      "convex-test computes as JavaScript does: it concatenates a number and a string, and throws only for a bigint with a number.",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "7", a: 7 });
      const wrong: Value[] = [1n, "1", null, [1]];
      return await Promise.all(
        wrong.map((by) => outcomeOf(caller.query(app.computes, { op: "add", by, result: null }))),
      );
    },
    shows: Array(4).fill({ failed: true }),
  },
  {
    name: "gets a document by id, and null for a deleted one",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "one", a: [1n, { x: null }] });
      const get: Read = { kind: "get", id };
      const before = await ask(caller, get);
      await caller.mutation(app.byId, { op: "delete", id });
      const [after] = await ask(caller, get);
      const strict = await caller.mutation(app.idOfStrict, {});
      return [
        before.map((document) => withoutSystem(document as object)),
        after,
        await outcomeOf(ask(caller, { kind: "get", id: strict })),
        await outcomeOf(ask(caller, { kind: "get", id: "nothing" })),
      ];
    },
    shows: [[{ key: "one", a: [1n, { x: null }] }], null, { failed: true }, { failed: true }],
  },
  {
    name: "normalizes the ids of a table, and no other text",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "one" });
      const strict = await caller.mutation(app.idOfStrict, {});
      const texts = [id, strict, "", "nothing", `${id}0`, id.toUpperCase()];
      return await Promise.all(texts.map((text) => caller.query(app.normalize, { id: text })));
    },
    shows: [true, false, false, false, false, false],
  },
  {
    name: "rejects an unknown index",
    run: async (backend) => await outcomeOf(anyone(backend).query(app.noSuchIndex, {})),
    shows: { failed: true },
  },
];
