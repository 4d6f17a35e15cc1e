import type { BrowserContext, Page } from "@playwright/test";
import { oneOf, wholeNumber, type Random } from "../../domain/text/random";

/**
 * - SLOW: each write begins late.
 * - LATE: each write is on the disk at once, and reported late.
 * - HELD: nothing is read or written until the fault ends.
 * - FULL: each transaction that puts a row fails when it commits, as on a full disk.
 */
const KINDS = ["SLOW", "LATE", "HELD", "FULL"] as const;

type Kind = (typeof KINDS)[number];

export interface StoreFault {
  readonly kind: Kind;
  /** Milliseconds after which the fault ends by itself. */
  readonly lastsMs: number;
  /** By how much SLOW and LATE delay each write. */
  readonly delayMs: number;
}

const MIN_FAULT_MS = 500;
const MAX_FAULT_MS = 5000;
/** Some delays are longer than the 2 s for which a page waits for its store. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 2500;

export function nextStoreFault(random: Random): StoreFault {
  return {
    kind: oneOf(random, KINDS),
    lastsMs: wholeNumber(random, MIN_FAULT_MS, MAX_FAULT_MS),
    delayMs: wholeNumber(random, MIN_DELAY_MS, MAX_DELAY_MS),
  };
}

/** What the init scripts add to the window. */
interface FaultyWindow extends Window {
  setStoreFault: (fault: StoreFault) => void;
  /** The present fault of a database of the application. */
  storeFaultOf: (db: IDBDatabase) => PresentFault | null;
}

interface PresentFault {
  readonly kind: Kind;
  /** Times as of `performance.now`. */
  readonly endsAt: number;
  readonly delayedUntil: number;
}

/** Prepares each document that the context opens. Its databases work until a fault begins. */
export async function addStoreFaults(context: BrowserContext) {
  for (const script of [addState, addDelays, addFullDisk]) await context.addInitScript(script);
}

/** Begins a fault of the page's databases, in place of an earlier one. */
export async function setStoreFault(page: Page, fault: StoreFault) {
  await page.evaluate((next) => {
    (window as unknown as FaultyWindow).setStoreFault(next);
  }, fault);
}

// The functions below run in the page, so they use nothing else of this file.

function addState() {
  let fault: StoreFault | null = null;
  let endsAt = 0;
  Object.assign(window, {
    setStoreFault: (next: StoreFault) => {
      fault = next;
      endsAt = performance.now() + next.lastsMs;
    },
    storeFaultOf: ({ name }: IDBDatabase): PresentFault | null => {
      const now = performance.now();
      if (fault === null || now >= endsAt || !name.startsWith("downspout:")) return null;
      const delayedUntil = Math.min(endsAt, now + fault.delayMs);
      return { kind: fault.kind, endsAt, delayedUntil };
    },
  });
}

function addDelays() {
  const { storeFaultOf } = window as unknown as FaultyWindow;
  const { prototype } = IDBDatabase;
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its object.
  const begin = prototype.transaction;
  prototype.transaction = function (tables, mode, options) {
    const fault = storeFaultOf(this);
    const isWrite = mode === "readwrite";
    if (fault?.kind === "HELD") hold(this, [...this.objectStoreNames], fault.endsAt);
    if (fault?.kind === "SLOW" && isWrite) hold(this, tables, fault.delayedUntil);
    const tx = begin.call(this, tables, mode, options);
    if (fault?.kind === "LATE" && isWrite) reportLate(tx, fault.delayedUntil);
    return tx;
  };

  /** Later transactions of the same tables wait for this one. */
  function hold(db: IDBDatabase, tables: string | Iterable<string>, until: number) {
    const tx = begin.call(db, tables, "readwrite");
    const table = tx.objectStore(tx.objectStoreNames[0]!);
    // A transaction lasts as long as it has requests.
    const go = () => {
      if (performance.now() < until) table.count().onsuccess = go;
    };
    go();
  }

  /** Added before all other listeners, this one keeps the event from them until then. */
  function reportLate(tx: IDBTransaction, until: number) {
    const keepBack = (event: Event) => {
      event.stopImmediatePropagation();
      const report = () => tx.dispatchEvent(new Event("complete"));
      setTimeout(report, until - performance.now());
    };
    tx.addEventListener("complete", keepBack, { once: true });
  }
}

function addFullDisk() {
  const { storeFaultOf } = window as unknown as FaultyWindow;
  const { prototype } = IDBObjectStore;
  for (const method of ["put", "add"] as const) {
    const write = prototype[method];
    prototype[method] = function (...args) {
      const request = write.apply(this, args);
      const tx = this.transaction;
      if (storeFaultOf(tx.db)?.kind === "FULL")
        request.addEventListener("success", () => failCommit(tx));
      return request;
    };
  }

  function failCommit(tx: IDBTransaction) {
    const error = new DOMException("No space is left.", "QuotaExceededError");
    Object.defineProperty(tx, "error", { value: error, configurable: true });
    tx.abort();
  }
}
