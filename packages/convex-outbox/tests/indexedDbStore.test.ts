import "fake-indexeddb/auto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createIndexedDbStore } from "../src/indexedDbStore";
import { createMemoryStore } from "../src/memoryStore";
import type { OutboxItem } from "../src/outboxItem";
import { inOrder } from "../src/sendOrder";

const item = (id: string, order: number): OutboxItem => ({
  id,
  order,
  call: "notes:edit",
  args: { title: order },
  subject: { key: id, label: id },
  field: "title",
  label: "Title",
  at: order,
  release: "1",
  attempts: 0,
  state: { kind: "waiting" },
});

const id = fc.constantFrom("a", "b", "c", "d");
const step = fc.record({ put: fc.uniqueArray(id), remove: fc.uniqueArray(id) });

it("both stores hold the same rows after any steps, and IndexedDB's are there for the next page", async () => {
  let databases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const name = `outbox-${databases++}`;
      const stores = [createMemoryStore(), createIndexedDbStore(name)];
      const rows = await Promise.all(
        stores.map(async (store) => {
          for (const [at, { put, remove }] of steps.entries()) {
            const { result, items } = await store.transact((before) => ({
              put: put.map((each) => item(each, at)),
              remove: remove.filter((each) => !put.includes(each)),
              result: before.length,
            }));
            expect(result).toBeLessThanOrEqual(4);
            expect(inOrder(items).length).toBe((await store.read()).length);
          }
          return byId(await store.read());
        }),
      );
      expect(rows[0]).toEqual(rows[1]);
      expect(byId(await createIndexedDbStore(name).read())).toEqual(rows[1]);
    }),
    { numRuns: 50 },
  );
});

it("IndexedDB keeps nothing of a step that throws", async () => {
  const store = createIndexedDbStore("outbox-throws");
  await store.transact(() => ({ put: [item("a", 1)], result: null }));
  await expect(
    store.transact(() => {
      throw new RangeError("Not this.");
    }),
  ).rejects.toThrow("Not this.");
  expect(await store.read()).toEqual([item("a", 1)]);
});

function byId(items: readonly OutboxItem[]): readonly OutboxItem[] {
  return items.toSorted((a, b) => a.id.localeCompare(b.id));
}
