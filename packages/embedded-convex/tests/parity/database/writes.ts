import type { Value } from "convex/values";
import { thing } from "../../support/histories/app";
import type { Fields, Read, Step } from "../../support/histories/specs";
import { type Behavior, outcomeOf, withoutSystem } from "../../support/parity";
import { app } from "./app";
import { anyone, ask, keysOf, put, range } from "./ask";

const everything: Fields = {
  key: "all",
  a: [null, true, 1n, -1n, -0, NaN, Infinity, "é\0😀", [], {}],
  b: new Uint8Array([0, 1, 255]).buffer,
  o: { x: { y: [2n ** 63n - 1n, -(2n ** 63n)] }, "a b": 2 },
};

const all = range("by_key");

export const writeBehaviors: readonly Behavior[] = [
  {
    name: "returns every inserted value unchanged, with the system fields",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, everything);
      const [found] = await ask(caller, { kind: "get", id });
      const { _id, _creationTime } = found as Record<string, Value>;
      return [
        withoutSystem(found as object),
        _id === id,
        typeof _creationTime,
        Object.is((found as { a: Value[] }).a[4], -0),
      ];
    },
    shows: [everything, true, "number", true],
  },
  {
    name: "patches named fields, removes undefined ones, and replaces nested objects",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "k", a: 1, b: 2, o: { x: 1, y: 2 }, text: "t" });
      const patch = (fields: Fields, without: string[] = []): Step => ({
        do: "patch",
        key: "k",
        fields,
        without,
      });
      await caller.mutation(thing.write, {
        steps: [patch({ a: null, o: { x: 3 } }, ["b"]), patch({ w: "w1" })],
      });
      await caller.mutation(thing.write, { steps: [patch({}, ["b", "text"])] });
      const [[found]] = (await ask(caller, all)) as unknown as [[object]];
      return withoutSystem(found);
    },
    shows: { key: "k", a: null, o: { x: 3 }, w: "w1" },
  },
  {
    name: "replaces all fields except the system fields",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "k", a: 1, b: 2 });
      const [before] = await ask(caller, { kind: "get", id });
      const { _creationTime } = before as { _creationTime: number };
      await caller.mutation(thing.write, {
        steps: [{ do: "replace", key: "k", fields: { key: "l", b: 3 } }],
      });
      const same = { key: "m", _id: id, _creationTime };
      await caller.mutation(app.byId, { op: "replace", id, fields: same });
      const [after] = await ask(caller, { kind: "get", id });
      return [
        withoutSystem(after as object),
        (after as { _creationTime: number })._creationTime === _creationTime,
      ];
    },
    shows: [{ key: "m" }, true],
  },
  {
    name: "rejects changing a document's id or creation time",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = "", other = ""] = await put(caller, { key: "k" }, { key: "l" });
      const outcomes = [];
      for (const [op, fields] of [
        ["patch", { _id: other }],
        ["patch", { _creationTime: 1 }],
        ["replace", { key: "k", _id: other }],
        ["replace", { key: "k", _creationTime: 1 }],
      ] as const) {
        const call = caller.mutation(app.byId, { op, id, fields });
        outcomes.push(await outcomeOf(call));
      }
      return [outcomes, await keysOf(caller, all)];
    },
    shows: [Array(4).fill({ failed: true }), ["k l"]],
  },
  {
    name: "rejects an insert with an id or a creation time",
    differs: "convex-test replaces both.",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "k" });
      const [found] = await ask(caller, { kind: "get", id });
      const outcomes = [];
      for (const system of [
        { _id: id },
        { _id: "x" },
        { _creationTime: 1 },
        found as Record<string, Value>,
      ]) {
        const list = [{ key: "l" }, { ...system, key: "m" }];
        const call = caller.mutation(app.insertThings, { list });
        outcomes.push(await outcomeOf(call));
      }
      return [outcomes, await keysOf(caller, all)];
    },
    shows: [Array(4).fill({ failed: true }), ["k"]],
  },
  {
    name: "gives the documents of one mutation the time at which it began",
    differs: "convex-test does not hold the time.",
    run: async (backend) => {
      const caller = anyone(backend);
      const first = await caller.mutation(app.creationTimes, {});
      const second = await caller.mutation(app.creationTimes, {});
      const [a = 0, b = 0, c = 0] = first;
      return [
        a < b && b < c && c < (second[0] ?? 0),
        c - a < 0.01,
        Math.abs(Date.now() - a) < 60_000,
      ];
    },
    shows: [true, true, true],
  },
  {
    name: "rejects text with half a surrogate pair that a function makes",
    differs: "convex-test stores it.",
    run: async (backend) => {
      const caller = anyone(backend);
      const outcomes = [];
      for (const cut of [1, 2])
        outcomes.push(await outcomeOf(caller.mutation(app.cutThing, { text: "😀", cut })));
      outcomes.push(await outcomeOf(caller.query(app.cutText, { text: "😀", cut: 1 })));
      return [outcomes, await keysOf(caller, all)];
    },
    shows: [[{ failed: true }, { value: null }, { failed: true }], ["😀"]],
  },
  {
    name: "rejects writes to a deleted document and to another table's",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "k" });
      await caller.mutation(app.byId, { op: "delete", id });
      const outcomes = [];
      for (const named of [id, "nothing", ""]) {
        for (const op of ["patch", "replace", "delete"]) {
          const fields = { key: "x" };
          const call = caller.mutation(app.byId, { op, id: named, fields });
          outcomes.push(await outcomeOf(call));
        }
      }
      return [outcomes, await keysOf(caller, all)];
    },
    shows: [Array(9).fill({ failed: true }), [""]],
  },
  {
    name: "rejects reserved field names",
    run: async (backend) => {
      const caller = anyone(backend);
      return [
        await outcomeOf(put(caller, { key: "k", a: { $x: 1 } })),
        await outcomeOf(put(caller, { key: "k", _x: 1 })),
        await outcomeOf(put(caller, { key: "k", $x: 1 })),
        await keysOf(caller, all),
      ];
    },
    shows: [...Array<unknown>(3).fill({ failed: true }), [""]],
  },
  {
    name: "rejects documents that do not match the schema",
    run: async (backend) => {
      const caller = anyone(backend);
      const [id = ""] = await put(caller, { key: "k" });
      const strict = await caller.mutation(app.idOfStrict, {});
      const outcomes = [];
      for (const fields of [
        { kind: "count", count: 1 },
        { kind: "note" },
        { kind: "note", note: "n", thing: id, tags: { a: [1n] } },
        { kind: "count" },
        { kind: "count", count: 1n },
        { kind: "count", count: 1, note: "n" },
        { kind: "other" },
        { kind: "note", note: null },
        { kind: "note", thing: strict },
        { kind: "note", thing: "nothing" },
        {},
      ] as Value[]) {
        const call = caller.mutation(app.insertStrict, { fields });
        outcomes.push(await outcomeOf(call));
      }
      return [outcomes, await caller.query(app.countStrict, {})];
    },
    shows: [
      [...Array<unknown>(3).fill({ value: null }), ...Array<unknown>(8).fill({ failed: true })],
      4,
    ],
  },
  {
    name: "validates the keys and values of records",
    differs: "convex-test does not validate records.",
    run: async (backend) => {
      const caller = anyone(backend);
      const outcomes = [];
      for (const tags of [{}, { a: [], "b c": [1n] }, { a: [1] }, [], null]) {
        const fields = { kind: "note", tags } as Value;
        const call = caller.mutation(app.insertStrict, { fields });
        outcomes.push(await outcomeOf(call));
      }
      return outcomes;
    },
    shows: [{ value: null }, { value: null }, ...Array<unknown>(3).fill({ failed: true })],
  },
  {
    name: "stores an empty field name",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "k", a: { "": 1 } });
      const [found] = await ask(caller, range("by_key"));
      return (found as { a?: unknown }[] | undefined)?.map(({ a }) => a);
    },
    shows: [{ "": 1 }],
  },
  {
    name: "validates a patch like an insert",
    run: async (backend) => {
      const caller = anyone(backend);
      await caller.mutation(app.idOfStrict, {});
      const outcomes = [];
      for (const fields of [
        { note: "n" },
        { note: 1 },
        { count: 1 },
        { kind: "count", count: 1 },
      ]) {
        const call = caller.mutation(app.patchStrict, { fields });
        outcomes.push(await outcomeOf(call));
      }
      return outcomes;
    },
    shows: [{ value: null }, { failed: true }, { failed: true }, { failed: true }],
  },
  {
    name: "reads a mutation's own writes through every index",
    run: async (backend) => {
      const caller = anyone(backend);
      await put(caller, { key: "1", a: 1 }, { key: "2", a: 2 });
      const read = (one: Read): Step => ({ do: "read", read: one });
      const results = await caller.mutation(thing.write, {
        steps: [
          { do: "insert", fields: { key: "0", a: 1.5 } },
          { do: "patch", key: "1", fields: { a: 3 } },
          read(range("by_a")),
          { do: "delete", key: "2" },
          read(range("by_a", [], { order: "desc" })),
          read(range("by_a", [{ op: "lt", field: "a", value: 3 }])),
        ],
      });
      return [results[2], results[4], results[5]].map((found) =>
        (found as { key: string }[]).map(({ key }) => key).join(" "),
      );
    },
    shows: ["0 2 1", "1 0", "0"],
  },
  {
    name: "rolls back a mutation that throws, and a nested one alone",
    run: async (backend) => {
      const caller = anyone(backend);
      const insert = (key: string): Step => ({ do: "insert", fields: { key } });
      const outcome = await outcomeOf(
        caller.mutation(thing.write, {
          steps: [insert("a"), { do: "pause", turns: 1 }, { do: "throw" }],
        }),
      );
      await caller.mutation(thing.write, {
        steps: [
          insert("b"),
          { do: "nest", steps: [insert("c"), { do: "throw" }] },
          { do: "nest", steps: [insert("d")] },
        ],
      });
      return [Object.keys(outcome as object), await keysOf(caller, all)];
    },
    shows: [["refused"], ["b d"]],
  },
  {
    name: "keeps an action's earlier mutations when a later one throws",
    differs: "convex-test has no commit timestamps.",
    run: async (backend) => {
      const caller = anyone(backend);
      const insert = (key: string): Step => ({ do: "insert", fields: { key } });
      const outcomes = await caller.action(thing.act, {
        writes: [[insert("a")], [insert("b"), { do: "throw" }], [insert("c")]],
      });
      return [outcomes.map((outcome) => Object.keys(outcome as object)), await keysOf(caller, all)];
    },
    shows: [[["commitTs", "results"], ["caught"], ["commitTs", "results"]], ["a c"]],
  },
];
