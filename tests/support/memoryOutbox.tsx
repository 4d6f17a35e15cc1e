import {
  browserClock,
  createConvexServer,
  createMemoryStore,
  OutboxClient,
  type OutboxItem,
} from "convex-outbox";
import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { useEffect, useState, type ReactNode } from "react";
import { OutboxContext } from "@/offline/OutboxProvider";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { verdictOn } from "@/offline/outbox/outboxServer";

interface Backend {
  readonly asClient: () => ConvexReactClient;
}

interface MemoryOutboxProps {
  readonly backend: Backend;
  readonly children: ReactNode;
}

/** An outbox in memory, which calls the mutations with what the screens give them and nothing else. */
export function MemoryOutbox({ backend, children }: MemoryOutboxProps) {
  const [open] = useState(() => openOutbox(backend));
  useEffect(() => open.start(), [open]);
  return <OutboxContext value={open}>{children}</OutboxContext>;
}

function openOutbox(backend: Backend) {
  const convex = backend.asClient();
  const server = createConvexServer({
    client: convex,
    send: ({ call, args: { base: _base, ...args }, id }: OutboxItem) =>
      convex.mutation(makeFunctionReference<"mutation">(call), {
        ...(jsonToConvex(args) as Record<string, Value>),
        intentId: id,
      }),
    verdictOn,
  });
  server.setSignedIn(true);
  let last = 0;
  const client = new OutboxClient({
    rules: outboxRules,
    store: createMemoryStore(),
    server,
    lock: { hold: async (work) => await work() },
    tabs: { post: () => undefined, listen: () => () => undefined },
    clock: browserClock,
    release: "test",
    newId: () => `again-${(last += 1)}`,
  });
  const outbox = {
    client,
    isRead: Promise.resolve(),
    setSignedIn: server.setSignedIn,
    stop: () => undefined,
  };
  const start = () => {
    const stopWatching = server.watch(() => client.wake());
    void client.start();
    return () => {
      stopWatching();
      client.stop();
    };
  };
  return { outbox, isRead: true, start };
}
