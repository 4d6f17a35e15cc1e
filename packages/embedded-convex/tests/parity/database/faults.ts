import type { Value } from "convex/values";
import { type Behavior, outcomeOf } from "../../support/parity";
import { app } from "./app";
import { anyone, ask, put, range } from "./ask";

/** The error message of a failed call, without its request id. */
async function sentenceOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "It did not fail.";
  } catch (error) {
    return (error as Error).message.replace(/Request ID: \w+/, "Request ID");
  }
}

const ONLY_SERVER =
  'convex-test rethrows the error of the function; a production deployment sends clients only "Server Error" (docs.convex.dev/functions/error-handling).';

export const faultBehaviors: readonly Behavior[] = [
  {
    name: "sends the data of a ConvexError to the client unchanged",
    run: async (backend) => {
      const caller = anyone(backend);
      const given: Value[] = [
        "a sentence",
        { code: "INVALID", field: "x", at: 1n },
        [null, NaN],
        0,
        new Uint8Array([1]).buffer,
      ];
      const outcomes = [];
      for (const data of given) {
        const call = caller.mutation(app.convexError, { data });
        outcomes.push(await outcomeOf(call));
      }
      return outcomes;
    },
    shows: [
      { refused: "a sentence" },
      { refused: { code: "INVALID", field: "x", at: 1n } },
      { refused: [null, NaN] },
      { refused: 0 },
      { refused: new Uint8Array([1]).buffer },
    ],
  },
  {
    name: "sends the client no details of other errors",
    differs: ONLY_SERVER,
    run: async (backend) => {
      const caller = anyone(backend);
      return [
        await sentenceOf(caller.query(app.error, {})),
        await sentenceOf(caller.query(app.returned("string"), { value: 1 })),
        await sentenceOf(caller.mutation(app.insertStrict, { fields: { kind: "other" } })),
        await sentenceOf(caller.mutation(app.byId, { op: "delete", id: "nothing" })),
      ];
    },
    shows: [
      "[CONVEX Q(faults:error)] [Request ID] Server Error\n  Called by client",
      "[CONVEX Q(returned:string)] [Request ID] Server Error\n  Called by client",
      "[CONVEX M(writes:insertStrict)] [Request ID] Server Error\n  Called by client",
      "[CONVEX M(writes:byId)] [Request ID] Server Error\n  Called by client",
    ],
  },
  {
    name: "gives the same error for an internal function and a missing one",
    differs: "convex-test calls internal functions.",
    run: async (backend) => {
      const caller = anyone(backend);
      const texts = [
        await sentenceOf(caller.mutation(app.missing, { key: "k" })),
        await sentenceOf(caller.mutation(app.internal, { key: "k" })),
      ];
      return texts.map((text) => text.replaceAll(/scheduled:\w+/g, "it"));
    },
    shows: Array(2).fill(
      "[CONVEX M(it)] [Request ID] Server Error\nCould not find public function for 'it'. Did you forget to run `npx convex dev` or `npx convex deploy`?\n  Called by client",
    ),
  },
  {
    name: "returns a value of 64 levels and refuses a deeper one",
    differs: "convex-test does not limit the nesting of a returned value.",
    run: async (backend) => {
      const caller = anyone(backend);
      const levels = async (depth: number) => {
        const call = caller.query(app.nested, { depth });
        const text = JSON.stringify(await outcomeOf(call));
        return text.includes("[") ? text.split("[").length - 1 : text;
      };
      return [await levels(64), await levels(65)];
    },
    shows: [64, '{"failed":true}'],
  },
  {
    name: "fails a function that does not await a failing read or write",
    differs: "Node, which runs convex-test, reports the rejection elsewhere.",
    run: async (backend) => {
      const caller = anyone(backend);
      return [
        await outcomeOf(caller.query(app.forgottenRead, {})),
        await outcomeOf(caller.mutation(app.forgottenWrite, {})),
        await ask(caller, range("by_key")),
      ];
    },
    shows: [{ failed: true }, { failed: true }, [[]]],
  },
  {
    name: "shows a function one time for as long as it runs",
    differs: "convex-test does not replace Date.",
    run: (backend) => anyone(backend).query(app.timeStandsStill, {}),
    shows: true,
  },
  {
    name: "keeps working after a failed call",
    run: async (backend) => {
      const caller = anyone(backend);
      await outcomeOf(caller.query(app.error, {}));
      await outcomeOf(caller.mutation(app.convexError, { data: 1 }));
      const [id = ""] = await put(caller, { key: "k" });
      return await caller.query(app.normalize, { id });
    },
    shows: true,
  },
];
