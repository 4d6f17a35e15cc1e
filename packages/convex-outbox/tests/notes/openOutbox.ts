import {
  browserClock,
  createConvexServer,
  createIndexedDbStore,
  createOtherTabs,
  createOutboxLock,
  OutboxClient,
  OutboxRules,
  sendChange,
} from "convex-outbox";
import { ConvexError } from "convex/values";
import type { ConvexReactClient } from "convex/react";

declare module "convex-outbox" {
  interface Register {
    readonly call: "notes:add" | "notes:edit";
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The server remembers ids for 30 days. */
const rules = new OutboxRules({ expiresAfterMs: 29 * DAY_MS });

/** Opens the outbox of a person, whom `client` has signed in, and begins to send what waits in it. */
export async function openOutbox(client: ConvexReactClient, name: string) {
  const server = createConvexServer({
    client,
    send: (item) => sendChange(client, item, { changeId: item.id }),
    // Whatever else fails, the change may have been applied: it is sent again.
    verdictOn: (error) =>
      error instanceof ConvexError ? { code: "REFUSED", message: String(error.data) } : null,
  });
  const outbox = new OutboxClient({
    rules,
    server,
    store: createIndexedDbStore(name),
    lock: createOutboxLock(name),
    tabs: createOtherTabs(name),
    clock: browserClock,
    newId: () => crypto.randomUUID(),
    release: "1",
  });
  const stopWatching = server.watch(() => outbox.wake());
  server.setSignedIn(true);
  await outbox.start();
  const stop = () => {
    stopWatching();
    outbox.stop();
  };
  return { outbox, stop };
}
