// How to add the store of a new release: stores/README.md.
import { openDB } from "idb";
import { beforeEach, expect, it, vi } from "vitest";
import { OutboxClient, type OutboxItem } from "convex-outbox";
import * as inventory from "@convex/inventory";
import * as jobs from "@convex/jobs";
import { DeviceStore } from "@/offline/device/deviceStore";
import { storeName } from "@/offline/device/storeOwner";
import type { DeviceSchema } from "@/offline/device/deviceSchema";
import { foundTexts } from "@/offline/texts/TypedTexts";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { createOutboxStore } from "@/offline/outbox/outboxStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

type Table = "outbox" | "typed" | "drafts" | "photos";

interface WrittenStore {
  readonly version: number;
  readonly keyPaths: Readonly<Record<string, string | null>>;
  readonly rows: { readonly [T in Table]: DeviceSchema[T]["value"][] };
  readonly bytes: Readonly<Record<string, readonly number[]>>;
}

const STORES = Object.entries(
  import.meta.glob<WrittenStore>("./stores/*.json", {
    eager: true,
    import: "default",
  }),
).map(([path, store]) => ({ name: path.split("/").at(-1), store }));

beforeEach(emptyDevice);

/** Puts the store on the device without today's code. */
async function write({ version, keyPaths, rows, bytes }: WrittenStore) {
  const db = await openDB(storeName(OWNER), version, {
    upgrade: (created) => {
      for (const [table, keyPath] of Object.entries(keyPaths))
        created.createObjectStore(table, keyPath === null ? {} : { keyPath });
    },
  });
  for (const [table, values] of Object.entries(rows))
    for (const value of values) await db.put(table, value);
  for (const [key, numbers] of Object.entries(bytes))
    await db.put("bytes", new Uint8Array(numbers).buffer, key);
  db.close();
}

/** Today's outbox over the store, with a server that accepts every call. */
function sendAll(store: DeviceStore, now: number) {
  const sent: OutboxItem[] = [];
  const client = new OutboxClient({
    rules: outboxRules,
    store: createOutboxStore(store),
    server: {
      isReady: () => true,
      epoch: () => "",
      whileReady: (work) => work,
      send: (item) => {
        sent.push(item);
        return Promise.resolve(null);
      },
      verdictOn: () => null,
    },
    lock: { hold: (work) => work() },
    tabs: { post: () => undefined, listen: () => () => undefined },
    clock: { now: () => now, after: () => () => undefined },
    release: "today",
    newId: () => "again",
  });
  return { client, sent };
}

interface Checked {
  readonly exportCheckedArgs: () => string;
}

/** The arguments that today's server takes for a call. */
function argumentsOf(call: string): string[] {
  const [file = "", name = ""] = call.split(":");
  const modules: Record<string, object> = { inventory, jobs };
  const found = (modules[file] as Record<string, Checked>)[name];
  const { value } = JSON.parse(found?.exportCheckedArgs() ?? "{}") as {
    value: object;
  };
  return Object.keys(value);
}

it("keeps the store of at least one release", () => {
  expect(STORES).not.toEqual([]);
});

it.each(STORES)(
  "opens the store of $name and sends it, in its order and under its ids",
  async ({ store: written }) => {
    await write(written);
    const { outbox } = written.rows;
    const store = new DeviceStore(OWNER);
    const { client, sent } = sendAll(store, outbox[0]?.at ?? 0);
    await client.start();
    const isWaiting = ({ state }: OutboxItem) => state.kind !== "refused";
    const waiting = outbox.filter(isWaiting);
    await vi.waitFor(() => expect(sent).toHaveLength(waiting.length));
    const contents = ({ id, call, args, at }: OutboxItem) => [...[id, call], ...[args, at]];
    expect(sent.map(contents)).toEqual(waiting.map(contents));
    // What the server refused stays for the person.
    const refused = outbox.filter((item) => !isWaiting(item));
    await vi.waitFor(() => expect(client.items()).toEqual(refused));
    client.stop();
    store.close();
  },
);

it.each(STORES)(
  "finds the arguments of every call of $name on today's server",
  ({ store: { rows } }) => {
    for (const { call, args } of rows.outbox)
      expect(argumentsOf(call), call).toEqual(
        expect.arrayContaining([...Object.keys(args), "intentId", "sentFor"]),
      );
  },
);

it.each(STORES)(
  "reads the texts, drafts, photos and bytes of $name",
  async ({ store: written }) => {
    await write(written);
    const store = new DeviceStore(OWNER);
    expect(await foundTexts(store)).toEqual(written.rows.typed);
    const read = await store.read(["drafts", "photos", "bytes"], (tx) =>
      Promise.all([
        tx.objectStore("drafts").getAll(),
        tx.objectStore("photos").getAll(),
        tx.objectStore("bytes").getAllKeys(),
      ]),
    );
    const { drafts, photos } = written.rows;
    expect(read).toEqual([drafts, photos, Object.keys(written.bytes)]);
    store.close();
  },
);
