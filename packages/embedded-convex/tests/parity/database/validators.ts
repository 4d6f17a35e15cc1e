import type { Value } from "convex/values";
import { type Behavior, type ParityCaller, outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone, put } from "./ask";
import { KIND_NAMES, type Kind } from "./functions";

/** Values by the names that the lists below use. */
const VALUES: Readonly<Record<string, Value>> = {
  text: "x",
  one: "one",
  empty: "",
  "1": 1,
  NaN: NaN,
  "1n": 1n,
  true: true,
  false: false,
  null: null,
  bytes: new Uint8Array([1]).buffer,
  "[]": [],
  "[1]": [1],
  "['x']": ["x"],
  "{}": {},
  "{x}": { x: 1 },
  "{x,y}": { x: 1, y: "y" },
  "{x,z}": { x: 1, z: 1 },
  "{y}": { y: "y" },
};

const ALL = [...Object.keys(VALUES), "id", "other id"];

/** The values that each validator accepts. */
const TAKEN: Readonly<Record<Kind, readonly string[]>> = {
  string: ["text", "one", "empty", "id", "other id"],
  number: ["1", "NaN"],
  int64: ["1n"],
  boolean: ["true", "false"],
  bytes: ["bytes"],
  null: ["null"],
  any: ALL,
  literal: ["one"],
  numberLiteral: ["1"],
  array: ["[]", "[1]"],
  object: ["{x}", "{x,y}"],
  record: ["{}", "{x}", "{x,z}"],
  union: ["text", "one", "empty", "null", "{x}", "id", "other id"],
  id: ["id"],
};

/** The values that each validator accepts, as arguments and as results. */
function takenBy(kinds: readonly Kind[]): Behavior["run"] {
  return async (backend) => {
    const caller = anyone(backend);
    const values = await withIds(caller);
    const named = async (call: (value: Value) => Promise<unknown>) => {
      const asked = ALL.map((name) => outcomeOf(call(values[name] ?? null)));
      const outcomes = await Promise.all(asked);
      return ALL.filter((_, at) => isValue(outcomes[at]));
    };
    const seen = [];
    for (const kind of kinds) {
      seen.push([
        kind,
        await named((value) => caller.query(app.given(kind), { value })),
        await named((value) => caller.query(app.returned(kind), { value })),
      ]);
    }
    return seen;
  };
}

const expected = (kinds: readonly Kind[]) => kinds.map((kind) => [kind, TAKEN[kind], TAKEN[kind]]);

const SIMPLE = KIND_NAMES.filter((kind) => kind !== "record");

export const validatorBehaviors: readonly Behavior[] = [
  {
    name: "accepts exactly the arguments and results that match their validators",
    run: takenBy(SIMPLE),
    shows: expected(SIMPLE),
  },
  {
    name: "accepts exactly the records that match their validators",
    differs: "convex-test does not validate records.",
    run: takenBy(["record"]),
    shows: expected(["record"]),
  },
  {
    name: "rejects missing required arguments and unknown ones",
    run: async (backend) => {
      const caller = anyone(backend);
      const value = 1;
      return [
        await outcomeOf(caller.query(app.optional, {})),
        await outcomeOf(caller.query(app.optional, { value })),
        await outcomeOf(caller.query(app.optional, { value: "1" })),
        await outcomeOf(caller.query(app.optional, { value, more: 1 })),
        await outcomeOf(caller.query(app.given("number"), {})),
        await outcomeOf(caller.query(app.given("any"), {})),
        await outcomeOf(caller.query(app.given("number"), { value, more: 1 })),
      ];
    },
    shows: [{ value: 0 }, { value: 1 }, ...Array<unknown>(5).fill({ failed: true })],
  },
];

async function withIds(caller: ParityCaller): Promise<Record<string, Value>> {
  const [id = ""] = await put(caller, { key: "k" });
  const other = await caller.mutation(app.idOfStrict, {});
  return { ...VALUES, id, "other id": other };
}

function isValue(outcome: unknown): boolean {
  return typeof outcome === "object" && outcome !== null && "value" in outcome;
}
