import type { OutboxItem } from "./outboxItem";
import type { OutboxStore } from "./outboxParts";
import { apply } from "./steps";

/** The outbox of a page in a browser that stores nothing: its changes last as long as the page. */
export function createMemoryStore(): OutboxStore {
  let items: readonly OutboxItem[] = [];
  return {
    read: () => Promise.resolve(items),
    transact: (change) => {
      const step = change(items);
      items = apply(items, step);
      return Promise.resolve({ result: step.result, items });
    },
  };
}
