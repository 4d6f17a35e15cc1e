import type { Value } from "convex/values";
import { INDEXES, type Fields, type RangeRead } from "../../support/histories/specs";
import { type Behavior, type ParityCaller, outcomeOf } from "../../support/parity";
import { anyone, ask, keysOf, put, range } from "./ask";

const bytes = (...list: number[]) => new Uint8Array(list).buffer;

/** Values of every type in Convex's order, by the key under which each is stored. The first is a missing field. */
const ORDERED: readonly (readonly [string, Value | undefined])[] = [
  ["undefined", undefined],
  ["null", null],
  ["-2^63n", -(2n ** 63n)],
  ["-1n", -1n],
  ["0n", 0n],
  ["255n", 255n],
  ["256n", 256n],
  ["2^63-1n", 2n ** 63n - 1n],
  ["-Infinity", -Infinity],
  ["-1.5", -1.5],
  ["-1", -1],
  ["-0", -0],
  ["0", 0],
  ["least", 5e-324],
  ["1", 1],
  ["Infinity", Infinity],
  ["NaN", NaN],
  ["false", false],
  ["true", true],
  ["''", ""],
  ["a", "a"],
  ["a\\0", "a\0"],
  ["a\\1", "a\u0001"],
  ["aa", "aa"],
  ["b", "b"],
  ["é", "é"],
  ["bytes", bytes()],
  ["bytes 0", bytes(0)],
  ["bytes 0 1", bytes(0, 1)],
  ["bytes 1", bytes(1)],
  ["bytes 255", bytes(255)],
  ["[]", []],
  ["[null]", [null]],
  ["[1]", [1]],
  ["[1,0]", [1, 0]],
  ["['a']", ["a"]],
  ["{}", {}],
  ["{x:1}", { x: 1 }],
  ["{x:1,y:0}", { x: 1, y: 0 }],
  ["{x:2}", { x: 2 }],
  ["{y:0}", { y: 0 }],
];

const KEYS = ORDERED.map(([key]) => key);

/** Inserted out of order, so that the index must sort them. */
async function putAll(caller: ParityCaller): Promise<void> {
  const shuffled = ORDERED.map((_, at) => ORDERED[(at * 17) % ORDERED.length] ?? ["", null]);
  await put(
    caller,
    ...shuffled.map(([key, a]): Fields => (a === undefined ? { key } : { key, a })),
  );
}

const byA = (op: "eq" | "gt" | "gte" | "lt" | "lte", value?: Value) =>
  range("by_a", [{ op, field: "a", ...(value === undefined ? {} : { value }) }]);

const CELLS = ["x1", "x2", "x3", "y1", "y2"];

async function putCells(caller: ParityCaller): Promise<void> {
  await put(
    caller,
    ...CELLS.map((key) => ({
      key,
      a: key.charAt(0),
      b: Number(key.charAt(1)),
    })),
    { key: "x?", a: "x" },
  );
}

const eqA = { op: "eq", field: "a", value: "x" } as const;

export const rangeBehaviors: readonly Behavior[] = [
  {
    name: "orders values of all types, ascending and descending",
    run: async (backend) => {
      const caller = anyone(backend);
      await putAll(caller);
      return await keysOf(caller, range("by_a"), range("by_a", [], { order: "desc" }));
    },
    shows: [KEYS.join(" "), KEYS.toReversed().join(" ")],
  },
  {
    name: "bounds a range at a value of any type",
    run: async (backend) => {
      const caller = anyone(backend);
      await putAll(caller);
      const found: Record<string, string[]> = {};
      for (const [key, value] of ORDERED) {
        const ops = ["eq", "gt", "gte", "lt", "lte"] as const;
        found[key] = await keysOf(caller, ...ops.map((op) => byA(op, value)));
      }
      return found;
    },
    shows: Object.fromEntries(
      KEYS.map((key, at) => [
        key,
        [[key], KEYS.slice(at + 1), KEYS.slice(at), KEYS.slice(0, at), KEYS.slice(0, at + 1)].map(
          (keys) => keys.join(" "),
        ),
      ]),
    ),
  },
  {
    name: "ranges over a field after an equality",
    run: async (backend) => {
      const caller = anyone(backend);
      await putCells(caller);
      const b = (op: "gt" | "gte" | "lt" | "lte", value: number) => ({
        op,
        field: "b",
        value,
      });
      return await keysOf(
        caller,
        range("by_a_b", [eqA]),
        range("by_a_b", [eqA], { order: "desc" }),
        range("by_a_b", [eqA, { op: "eq", field: "b", value: 2 }]),
        range("by_a_b", [eqA, b("gt", 1)]),
        range("by_a_b", [eqA, b("gte", 1), b("lt", 3)]),
        range("by_a_b", [eqA, b("gt", 1), b("lte", 3)], { order: "desc" }),
        range("by_a_b", [eqA, b("gt", 3), b("lt", 1)]),
        range("by_a_b", [eqA, b("gt", 1), b("lt", 1)]),
        range("by_a_b", [eqA, { op: "eq", field: "b" }]),
        range("by_a_b", [{ op: "gt", field: "a", value: "x" }]),
        range("by_a_b"),
      );
    },
    shows: [
      "x? x1 x2 x3",
      "x3 x2 x1 x?",
      "x2",
      "x2 x3",
      "x1 x2",
      "x3 x2",
      "",
      "",
      "x?",
      "y1 y2",
      "x? x1 x2 x3 y1 y2",
    ],
  },
  {
    name: "reads nested fields, and treats a missing parent as a missing field",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(
        caller,
        { key: "two", o: { x: 2 } },
        { key: "none" },
        { key: "one", o: { x: 1, y: 1 } },
        { key: "other", o: { y: 1 } },
        { key: "array", o: [1] },
        { key: "text", o: "x" },
      );
      return await keysOf(
        caller,
        range("by_inner"),
        range("by_inner", [{ op: "gte", field: "o.x", value: 1 }]),
        range("by_inner", [{ op: "eq", field: "o.x" }]),
      );
    },
    shows: ["none other array text one two", "one two", "none other array text"],
  },
  {
    name: "orders equal values by creation time",
    run: async (backend) => {
      const caller = anyone(backend);
      for (const key of ["3", "1", "2"]) await put(caller, { key, a: 0 });
      const [first] = await ask(caller, range("by_a", [], { end: "first" }));
      const { _creationTime } = first as Record<string, Value>;
      const since = { op: "gt", field: "_creationTime", value: 0 } as const;
      const later = { ...since, value: _creationTime ?? null };
      return await keysOf(
        caller,
        range("by_a"),
        range("by_a", [], { order: "desc" }),
        range("by_creation_time", [since]),
        range("by_creation_time", [later], { order: "desc" }),
        range("by_a", [{ op: "eq", field: "a", value: 0 }, later]),
      );
    },
    shows: ["3 1 2", "2 1 3", "3 1 2", "2 1", "1 2"],
  },
  {
    name: "ranges over by_id like any index",
    run: async (backend) => {
      const caller = anyone(backend);
      const ids = await put(caller, { key: "1" }, { key: "2" }, { key: "3" });
      const sorted = ids.toSorted();
      const at = (op: "eq" | "gt" | "lte") =>
        range("by_id", [{ op, field: "_id", value: sorted[1] ?? "" }]);
      const key = (id: string | undefined) => `${ids.indexOf(id ?? "") + 1}`;
      const found = await keysOf(caller, at("eq"), at("gt"), at("lte"));
      return [
        found[0] === key(sorted[1]),
        found[1] === key(sorted[2]),
        found[2] === `${key(sorted[0])} ${key(sorted[1])}`,
      ];
    },
    shows: [true, true, true],
  },
  {
    name: "rejects an invalid range of an index",
    run: async (backend) => {
      const caller = anyone(backend);
      await putCells(caller);
      const b1 = { op: "eq", field: "b", value: 1 } as const;
      const wrong: RangeRead["bounds"][] = [
        [b1],
        [{ op: "eq", field: "text", value: "" }],
        [{ ...eqA, op: "gt" }, b1],
        [eqA, eqA],
        [
          { ...eqA, op: "gt" },
          { ...eqA, op: "gte" },
        ],
        [
          { ...eqA, op: "gt" },
          { ...b1, op: "lt" },
        ],
      ];
      const outcomes = [];
      for (const bounds of wrong) {
        outcomes.push(await outcomeOf(ask(caller, range("by_a_b", bounds))));
      }
      return outcomes;
    },
    shows: Array(6).fill({ failed: true }),
  },
  {
    name: "has all indexes that the schema declares",
    run: async (backend) => {
      const caller = anyone(backend);
      await putCells(caller);
      const names = Object.keys(INDEXES);
      const found = await keysOf(caller, ...names.map((name) => range(name)));
      return found.map((keys) => keys.split(" ").length);
    },
    shows: Object.keys(INDEXES).map(() => 6),
  },
];
