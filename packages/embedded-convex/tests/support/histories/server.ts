/** The real engine and sync server over the small app, in one process and in memory. */
import type { Engine } from "../../../src/runtime/engine";
import { ReadIndex, touches } from "../../../src/runtime/readSet";
import { SyncServer } from "../../../src/sync/syncServer";
import { testEngine } from "../../runtime/fixtures/testEngine";
import { aGate } from "../requestGate";
import { thingsModules } from "./app";

type QueryCall = Parameters<Engine["runQuery"]>[0];

export function openThings() {
  const app = testEngine({ modules: thingsModules });
  const { engine, log } = app;
  const ran: QueryCall[] = [];
  const sync = new SyncServer({
    runner: {
      get latestTs() {
        return engine.latestTs;
      },
      openSnapshot: () => engine.openSnapshot(),
      takeTurn: (...whose) => engine.takeTurn(...whose),
      promote: (...whose) => engine.promote(...whose),
      runQuery: (call) => {
        ran.push(call as QueryCall);
        return engine.runQuery(call as QueryCall);
      },
      runMutation: (call) => engine.runMutation(call),
      runAction: (call) => engine.runAction(call),
      onCommit: (listener) => engine.onCommit(listener),
    },
    readRules: { touches, newReadIndex: <Owner>() => new ReadIndex<Owner>() },
    verifyToken: () => Promise.reject(new Error("Nobody signs in here.")),
    log,
    gate: aGate(),
  });
  return {
    ...app,
    sync,
    /** The queries that the sync server ran since the last call. */
    takeRuns: () => ran.splice(0),
    close: async () => {
      sync.close();
      await engine.close();
    },
  };
}
