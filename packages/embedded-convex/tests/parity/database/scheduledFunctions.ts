import { eventually } from "../../support/convexClients";
import { type Behavior, type ParityCaller, outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone, keysOf, range } from "./ask";

const HOUR = 3_600_000;

async function stateOf(caller: ParityCaller, id: string) {
  return (await caller.query(app.scheduledFunction, { id }))?.state ?? null;
}

/** Waits for the final state of a scheduled function. */
async function endOf(caller: ParityCaller, id: string): Promise<string> {
  return await eventually(async () => {
    const state = await stateOf(caller, id);
    return state === "pending" || state === "inProgress" ? null : state;
  });
}

export const schedulerBehaviors: readonly Behavior[] = [
  {
    name: "runs scheduled functions after a delay and at a time",
    run: async (backend) => {
      const caller = anyone(backend);
      const ids = [
        await caller.mutation(app.after, { ms: 0, key: "after" }),
        await caller.mutation(app.at, { ms: 1, key: "at" }),
      ];
      const ends = [];
      for (const id of ids) ends.push(await endOf(caller, id));
      const first = await caller.query(app.scheduledFunction, {
        id: ids[0] ?? "",
      });
      const { completedTime: _, ...rest } = first ?? {};
      return [ends, rest, await keysOf(caller, range("by_key"))];
    },
    shows: [
      ["success", "success"],
      {
        name: "scheduled:note",
        args: [{ key: "after" }],
        state: "success",
      },
      ["after at"],
    ],
  },
  {
    name: "sets the completed time of a scheduled function when it ends",
    differs: "convex-test sets it only for failures.",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.after, { ms: 0, key: "now" });
      const later = await caller.mutation(app.after, {
        ms: HOUR,
        key: "later",
      });
      await endOf(caller, id);
      const ended = await caller.query(app.scheduledFunction, { id });
      const waiting = await caller.query(app.scheduledFunction, { id: later });
      await caller.mutation(app.cancel, { id: later });
      return [typeof ended?.completedTime, waiting?.completedTime];
    },
    shows: ["number", null],
  },
  {
    name: "shows a scheduled function as pending, then as canceled",
    run: async (backend) => {
      const caller = anyone(backend);
      const ids = [
        await caller.mutation(app.after, { ms: HOUR, key: "later" }),
        await caller.mutation(app.at, { ms: HOUR, key: "later" }),
      ];
      const states = [];
      for (const id of ids) states.push(await stateOf(caller, id));
      for (const id of ids) await caller.mutation(app.cancel, { id });
      for (const id of ids) states.push(await stateOf(caller, id));
      return [states, await keysOf(caller, range("by_key"))];
    },
    shows: [["pending", "pending", "canceled", "canceled"], [""]],
  },
  {
    name: "shows a scheduled mutation that cancels itself as canceled, and keeps its writes",
    differs: "convex-test fails with an error of its own.",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.selfCancel, {});
      return [await endOf(caller, id), await keysOf(caller, range("by_key"))];
    },
    shows: ["canceled", ["canceled"]],
  },
  {
    name: "shows a failed scheduled function as failed, and rolls it back",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.after, { ms: 0, key: "broken" });
      return [await endOf(caller, id), await keysOf(caller, range("by_key"))];
    },
    shows: ["failed", [""]],
  },
  {
    name: "schedules nothing for a mutation that throws",
    run: async (backend) => {
      const caller = anyone(backend);
      const outcome = await outcomeOf(caller.mutation(app.thenThrow, { key: "never" }));
      const id = await caller.mutation(app.after, { ms: 0, key: "next" });
      await endOf(caller, id);
      return [outcome, await keysOf(caller, range("by_key"))];
    },
    shows: [{ refused: "thrown" }, ["next"]],
  },
  {
    name: "cancels nothing by the id of a scheduled function that is gone",
    differs: "convex-test fails with an error of its own.",
    run: async (backend) => {
      const caller = anyone(backend);
      // The id of a transaction that was rolled back: as that of one whose document was deleted long after its end.
      const call = caller.mutation(app.thenThrow, { key: "id" });
      const { refused: id } = (await outcomeOf(call)) as { refused: string };
      return [await stateOf(caller, id), await outcomeOf(caller.mutation(app.cancel, { id }))];
    },
    shows: [null, { value: null }],
  },
  {
    name: "accepts only ids of scheduled functions",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.idOfStrict, {});
      return [
        await outcomeOf(caller.mutation(app.cancel, { id })),
        await outcomeOf(caller.query(app.scheduledFunction, { id })),
      ];
    },
    shows: [{ failed: true }, { failed: true }],
  },
];
