import { eventually } from "../../support/convexClients";
import type { Behaviour, ParityCaller } from "../../support/parity";
import { outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone, keysOf, range } from "./ask";

const HOUR = 3_600_000;

async function stateOf(caller: ParityCaller, id: string) {
  return (await caller.query(app.task, { id }))?.state ?? null;
}

/** Waits for the final state of a scheduled function. */
async function endOf(caller: ParityCaller, id: string): Promise<string> {
  return await eventually(async () => {
    const state = await stateOf(caller, id);
    return state === "pending" || state === "inProgress" ? null : state;
  });
}

export const taskBehaviours: readonly Behaviour[] = [
  {
    name: "runs what is scheduled, at once or at a time",
    run: async (backend) => {
      const caller = anyone(backend);
      const ids = [
        await caller.mutation(app.after, { ms: 0, key: "after" }),
        await caller.mutation(app.at, { ms: 1, key: "at" }),
      ];
      const ends = [];
      for (const id of ids) ends.push(await endOf(caller, id));
      const first = await caller.query(app.task, { id: ids[0] ?? "" });
      const { completedTime: _, ...task } = first ?? {};
      return [ends, task, await keysOf(caller, range("by_key"))];
    },
    shows: [
      ["success", "success"],
      {
        name: "tasks:note",
        args: [{ key: "after" }],
        state: "success",
      },
      ["after at"],
    ],
  },
  {
    name: "says when a task ended, and not before",
    differs: "convex-test says it of those that failed.",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.after, { ms: 0, key: "now" });
      const later = await caller.mutation(app.after, {
        ms: HOUR,
        key: "later",
      });
      await endOf(caller, id);
      const ended = await caller.query(app.task, { id });
      const waiting = await caller.query(app.task, { id: later });
      await caller.mutation(app.cancel, { id: later });
      return [typeof ended?.completedTime, waiting?.completedTime];
    },
    shows: ["number", null],
  },
  {
    name: "says of a task that it waits, and that it was canceled",
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
    name: "says of a task that it failed, and keeps nothing of it",
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
      const outcome = await outcomeOf(
        caller.mutation(app.thenThrow, { key: "never" }),
      );
      const id = await caller.mutation(app.after, { ms: 0, key: "next" });
      await endOf(caller, id);
      return [outcome, await keysOf(caller, range("by_key"))];
    },
    shows: [{ refused: "thrown" }, ["next"]],
  },
  {
    name: "takes only ids of tasks for tasks",
    run: async (backend) => {
      const caller = anyone(backend);
      const id = await caller.mutation(app.idOfStrict, {});
      return [
        await outcomeOf(caller.mutation(app.cancel, { id })),
        await outcomeOf(caller.query(app.task, { id })),
      ];
    },
    shows: [{ failed: true }, { failed: true }],
  },
];
