import type { OutboxItem } from "../../src/outboxItem";
import type { OutboxStore } from "../../src/outboxParts";
import type { Plant } from "./page";

/** Mistakes that other outboxes have made, each put into the surroundings of ours. */
export const PLANTED_BUGS: Readonly<Record<string, Plant>> = {
  "deletes a row before the answer": (parts) => ({
    ...parts,
    server: {
      ...parts.server,
      send: async (item) => {
        await removeRow(parts.store, item.id);
        return await parts.server.send(item);
      },
    },
  }),

  "sends again under a new id": (parts) => ({
    ...parts,
    server: {
      ...parts.server,
      send: (item) => {
        const id = item.attempts > 1 ? parts.newId() : item.id;
        return parts.server.send({ ...item, id });
      },
    },
  }),

  "moves a row that is being sent": (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      transact: async (change) => {
        const moved: OutboxItem[] = [];
        const first = await parts.store.transact((items) => {
          const step = change(items);
          const isMoved = ({ state }: OutboxItem) => state.kind === "sending";
          moved.push(...(step.put ?? []).filter(isMoved));
          return {
            ...step,
            put: (step.put ?? []).filter((item) => !isMoved(item)),
            remove: [...(step.remove ?? []), ...moved.map(({ id }) => id)],
          };
        });
        if (moved.length === 0) return first;
        const second = await parts.store.transact(() => ({
          put: moved,
          result: null,
        }));
        return { ...first, items: second.items };
      },
    },
  }),

  "takes a lost answer as a refusal": (parts) => ({
    ...parts,
    server: {
      ...parts.server,
      verdictOn: (error) => parts.server.verdictOn(error) ?? { code: "FAILED", message: "Failed." },
    },
  }),

  "deletes a row before its response is kept": (parts) => ({
    ...parts,
    onSaved: (item, value) => {
      void parts.onSaved?.(item, value);
      return Promise.resolve();
    },
  }),

  "hides a change before the page's data has it": (parts, page) => {
    page.isLiveLate = true;
    return parts;
  },

  "says nothing to the other tabs": (parts) => ({
    ...parts,
    tabs: { ...parts.tabs, post: () => undefined },
  }),

  "waits a minute after each failure": (parts) => ({
    ...parts,
    clock: {
      ...parts.clock,
      after: (_ms, callback) => parts.clock.after(60_000, callback),
    },
  }),

  "sends the newest change first": (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      transact: (change) =>
        parts.store.transact((items) =>
          change(items.map((item) => ({ ...item, order: -item.order }))),
        ),
    },
  }),

  "reports success before the transaction has ended": (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      transact: async (change) => {
        const items = await parts.store.read();
        parts.store.transact(change).catch(() => undefined);
        return { result: change(items).result, items };
      },
    },
  }),
};

async function removeRow(store: OutboxStore, id: string): Promise<void> {
  await store.transact(() => ({ remove: [id], result: null }));
}
