/** Parts of an outbox for tests: a server that takes everything, and a clock that the test moves. */
import { MemoryFirstRows } from "../src/memoryFirstRows";
import type { OutboxChange } from "../src/outboxItem";
import type {
  Outcome,
  OutboxClock,
  OutboxLock,
  OutboxParts,
  OutboxServer,
  OutboxStore,
} from "../src/outboxParts";
import { OutboxSender } from "../src/outboxSender";

/** A change of one field. */
export const CHANGE: OutboxChange = {
  id: "a",
  call: "notes:edit",
  args: { text: "Milk" },
  subject: { key: "note-1", label: "note-1" },
  field: "text",
  label: "Text",
  at: 1,
};

export const READY_SERVER: OutboxServer = {
  isReady: () => true,
  epoch: () => "",
  whileReady: (work) => work,
  send: () => Promise.resolve(null),
  verdictOn: () => null,
};

export const NO_LOCK: OutboxLock = { hold: async (work) => await work() };

export function aClock() {
  const pauses: number[] = [];
  let ends: (() => void)[] = [];
  const clock: OutboxClock = {
    now: () => 1,
    after: (ms, callback) => {
      pauses.push(ms);
      ends.push(callback);
      return () => {
        ends = ends.filter((each) => each !== callback);
      };
    },
  };
  const endPauses = () => {
    for (const end of ends.splice(0)) end();
  };
  return { clock, pauses, endPauses };
}

/** Its next `failures` transactions fail without a write. */
export class FailingStore implements OutboxStore {
  readonly read: OutboxStore["read"];
  readonly #store: OutboxStore;
  failures = 0;

  constructor(store: OutboxStore) {
    this.#store = store;
    this.read = store.read;
  }

  readonly transact: OutboxStore["transact"] = async (change) => {
    if (this.failures === 0) return await this.#store.transact(change);
    this.failures -= 1;
    throw new Error("disk");
  };
}

/** A sender of the rows of a store. The rows have a clock of their own, which stands still. */
export function aSender(
  { store, ...parts }: OutboxParts,
  onOutcome: (id: string, outcome: Outcome) => void = () => undefined,
): OutboxSender {
  const rows = new MemoryFirstRows(store, {
    clock: aClock().clock,
    onItems: () => undefined,
    onStored: () => undefined,
    onBack: () => undefined,
    isAnswered: () => false,
  });
  return new OutboxSender({ ...parts, rows, onOutcome });
}

/** Resolves when everything that can happen without a clock has happened. */
export function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
