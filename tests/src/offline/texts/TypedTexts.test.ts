import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { OutboxChange } from "convex-outbox";
import { DeviceStore, type DeviceTransaction } from "@/offline/device/deviceStore";
import type { DeviceTable } from "@/offline/device/deviceSchema";
import { foundTexts, openTypedTexts, takeOver } from "@/offline/texts/TypedTexts";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { createOutboxStore } from "@/offline/outbox/outboxStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

/** The store of a page that can be killed: from then on the page begins no write. */
class KillableStore extends DeviceStore {
  isKilled = false;

  override async write<Table extends DeviceTable, T>(
    tables: readonly Table[],
    work: (tx: DeviceTransaction<Table, "readwrite">) => Promise<T>,
  ): Promise<T> {
    if (this.isKilled) return await new Promise<T>(() => {});
    return await super.write(tables, work);
  }
}

function changeOf(field: string, text: string): OutboxChange {
  return {
    ...{ id: text, call: "jobs:update", field, label: field, at: 1 },
    args: { id: "job1", [field]: text, base: { [field]: "before" } },
    subject: { key: "job1", label: "612 Oak Street" },
  };
}

/** Whether the store has the change at once, or later than the outbox waits for it. */
type How = "kept" | "late";

interface Text {
  readonly value: string;
  readonly base: string;
}

/** Where a text can be. Each text is used once. */
class Phone {
  readonly store = new KillableStore(OWNER);
  readonly writer = this.open();
  /** The newest text of each field, and whether the device has confirmed it. */
  readonly newest = new Map<string, { text: string; isWritten: boolean }>();
  #texts: Record<string, Text> = {};
  readonly #saving = new Map<string, Text>();
  #made = 0;
  #isClosed = false;
  /** The outbox stores changes in the order in which they were made, however late one is. */
  #stored: Promise<void> = Promise.resolve();

  open() {
    return openTypedTexts(this.store, { key: "job1", label: "Oak" });
  }

  type(field: string) {
    this.#made += 1;
    const text = `${field}-${this.#made}`;
    this.newest.set(field, { text, isWritten: false });
    this.#texts = { ...this.#texts, [field]: { value: text, base: "before" } };
    this.writer.show(this.#texts);
  }

  /** Confirms what is not being saved: a text that is refused then gets its row, or has it from before. */
  async flush() {
    const seen = [...this.newest]
      .filter(([field, { text }]) => this.#saving.get(field)?.value !== text)
      .map(([, each]) => each);
    await this.writer.flush();
    for (const each of seen) each.isWritten = !this.store.isKilled;
  }

  /** As the form does: the field shows the saved value from then on. */
  async save(field: string, how: How) {
    const text = this.#texts[field];
    // A form saves a text that is being saved no second time.
    if (text === undefined || this.#saving.get(field) === text) return;
    this.#saving.set(field, text);
    await this.#finish(field, text, how);
    if (this.#saving.get(field) === text) this.#saving.delete(field);
  }

  async #finish(field: string, text: Text, how: How) {
    const { isStored, written } = this.writer.save(field, text, (saves) =>
      this.#put(how, changeOf(field, text.value), saves),
    );
    await isStored;
    if (this.#texts[field] === text) this.#show(field);
    await written;
  }

  #show(field: string) {
    const { [field]: _saved, ...others } = this.#texts;
    this.#texts = others;
    if (!this.#isClosed) this.writer.show(others);
  }

  /** The form shows nothing to its writer from here on. */
  close() {
    this.#isClosed = true;
    this.writer.stop();
  }

  #put(how: How, change: OutboxChange, saves: readonly string[]) {
    const write = async () => {
      // A slow disk: the form may write, close or be killed before the change is stored.
      if (change.field === "notes" || how === "late")
        await new Promise((resolve) => setTimeout(resolve, 1));
      await createOutboxStore(this.store).transact((items) => ({
        ...outboxRules.addChange(items, change, { release: "test" }),
        saves,
      }));
    };
    const written = this.#stored.then(write);
    this.#stored = written;
    const isStored = how === "late" ? Promise.resolve(false) : written.then(() => true);
    return { isStored, written };
  }

  async rows() {
    const device = new DeviceStore(OWNER);
    const [typed, outbox] = await device.read(["typed", "outbox"], (tx) =>
      Promise.all([tx.objectStore("typed").getAll(), tx.objectStore("outbox").getAll()]),
    );
    device.close();
    return {
      typed: typed.map(({ value }) => value as string),
      outbox: outbox.map(({ id }) => id),
    };
  }

  unsaved(): string[] {
    return Object.values(this.#texts).map(({ value }) => value);
  }
}

const FIELDS = ["notes", "price"] as const;
const field = fc.constantFrom(...FIELDS);
const how = fc.constantFrom<How>("kept", "late");
const step = fc.oneof(
  fc.record({ kind: fc.constant("type" as const), field }),
  fc.record({ kind: fc.constant("save" as const), field, how }),
  fc.record({ kind: fc.constant("flush" as const) }),
);

/** What has begun by now ends; a page that was killed begins nothing more. */
async function settle(begun: readonly Promise<unknown>[], phone: Phone) {
  if (!phone.store.isKilled) await Promise.all(begun);
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (!phone.store.isKilled) await phone.writer.flush();
}

it("a typed text is in exactly one place until the outbox has it, wherever the page is closed or killed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 12 }),
      fc.constantFrom("closed", "killed"),
      async (steps, end) => {
        emptyDevice();
        const phone = new Phone();
        const begun: Promise<unknown>[] = [];
        for (const [next, isAwaited] of steps) {
          if (next.kind === "type") phone.type(next.field);
          if (next.kind === "save") begun.push(phone.save(next.field, next.how));
          if (next.kind === "flush") begun.push(phone.flush());
          if (isAwaited) await Promise.all(begun);
        }
        const confirmed = [...phone.newest.values()].filter(({ isWritten }) => isWritten);
        if (end === "killed") phone.store.isKilled = true;
        else phone.close();
        await settle(begun, phone);

        const { typed, outbox } = await phone.rows();
        expect(typed.filter((text) => outbox.includes(text))).toEqual([]);
        for (const { text } of confirmed) expect([...typed, ...outbox]).toContain(text);
        if (end === "closed") expect(typed.toSorted()).toEqual(phone.unsaved().toSorted());
        phone.store.close();
      },
    ),
    { numRuns: 150 },
  );
});

it("offers the texts of a closed form, and none of an open one", async () => {
  emptyDevice();
  const phone = new Phone();
  const other = phone.open();
  phone.type("notes");
  await phone.flush();
  expect(await foundTexts(phone.store, "job1")).toEqual([]);
  phone.writer.stop();
  await phone.writer.flush();
  expect(await foundTexts(phone.store, "job1")).toMatchObject([
    { field: "notes", value: "notes-1" },
  ]);
  expect(await foundTexts(phone.store, "job2")).toEqual([]);
  other.stop();
  phone.store.close();
});

it("takes over a text of an earlier form in the write that gives it a row of this form", async () => {
  emptyDevice();
  const phone = new Phone();
  phone.type("notes");
  phone.writer.stop();
  await phone.writer.flush();
  const [row] = await foundTexts(phone.store, "job1");
  const later = phone.open();
  takeOver(later, row!);
  expect((await phone.rows()).typed).toEqual(["notes-1"]);
  await later.flush();
  expect((await phone.rows()).typed).toEqual(["notes-1"]);
  later.discard();
  await later.flush();
  expect((await phone.rows()).typed).toEqual([]);
  later.stop();
  phone.store.close();
});

it("writes typed text at once when the page is hidden or left", async () => {
  emptyDevice();
  const store = new DeviceStore(OWNER);
  const writer = openTypedTexts(store, { key: "job1", label: "Oak" });
  const flush = vi.spyOn(writer, "flush");
  const visibility = vi.spyOn(document, "visibilityState", "get");
  const setVisibility = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  };
  writer.show({ notes: { value: "Gate", base: "" } });
  setVisibility("visible");
  expect(flush).not.toHaveBeenCalled();
  setVisibility("hidden");
  expect(flush).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("pagehide"));
  expect(flush).toHaveBeenCalledTimes(2);
  await flush.mock.results[1]?.value;
  const values = await store.read(["typed"], async (tx) =>
    (await tx.objectStore("typed").getAll()).map(({ value }) => value),
  );
  expect(values).toEqual(["Gate"]);
  writer.stop();
  flush.mockClear();
  setVisibility("hidden");
  window.dispatchEvent(new Event("pagehide"));
  expect(flush).not.toHaveBeenCalled();
  visibility.mockRestore();
});
