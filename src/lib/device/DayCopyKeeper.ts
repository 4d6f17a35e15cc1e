import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import { isWithin, type TimeRange } from "@domain/days";
import { hasPageFiles } from "../pageFiles";
import { toAppError } from "../appErrors";
import {
  dropExpiredCopies,
  knownPictures,
  readCopy,
  readPicture,
  writeChangedJobs,
  writeCopy,
  writePicture,
} from "./copyTables";
import { copiedRange, isRefreshDue, picturedRange, withDay } from "./copyRules";
import type { CopiedCustomer, CopiedJob, DayCopy } from "./copiedDay";
import type { DeviceStore } from "./deviceStore";
import { DeviceStoreError, tryStore } from "./deviceStoreErrors";
import { sayReadyOnce } from "./readiness";
import { showStoreProblemOnce } from "./storeProblem";

const CHECK_MS = 60_000;
const IDLE_LIMIT_MS = 5000;
const REFRESH_AFTER_CHANGE_MS = 2000;
/** A read answers a crowded range in part: see `copyForDevice` in convex/. */
const MAX_READS = 5;

export interface DayCopyKeeperOptions {
  readonly store: DeviceStore;
  readonly convex: ConvexReactClient;
  /** Whether this device fills a copy: others only show what they have. */
  readonly isFilled: boolean;
}

/**
 * Keeps the copy of days on this device: reads it once from the store, and
 * while the page is visible and connected replaces it every 15 minutes. If the
 * store fails, the screens show live data only, and the store says why.
 */
export class DayCopyKeeper {
  #copy: DayCopy | null | undefined = undefined;
  #isRefreshing = false;
  /** Whether the store has a copy that this device fills. */
  #isKept = false;
  #isStopped = false;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #stopWatching: () => void = () => undefined;
  #stopWatchingFiles: () => void = () => undefined;
  readonly #options: DayCopyKeeperOptions;
  readonly #listeners = new Set<() => void>();

  constructor(options: DayCopyKeeperOptions) {
    this.#options = options;
  }

  /** Undefined while it is being read. */
  readonly copy = (): DayCopy | null | undefined => this.#copy;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    const copy = await tryStore(readCopy(this.#options.store, Date.now()));
    if (this.#isStopped) return;
    this.#set(copy ?? null);
    onIdle(() => void tryStore(dropExpiredCopies(Date.now())));
    if (!this.#options.isFilled) return;
    this.#isKept = this.#copy !== null;
    this.#stopWatchingFiles = hasPageFiles.subscribe(this.#sayIfReady);
    this.#sayIfReady();
    document.addEventListener("visibilitychange", this.#check);
    const timer = setInterval(this.#check, CHECK_MS);
    this.#timers.push(timer);
    this.#stopWatching = onConnected(this.#options.convex, this.#check);
    this.#check();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWatching();
    this.#stopWatchingFiles();
    document.removeEventListener("visibilitychange", this.#check);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Takes over a day as the server has it now. */
  readonly saveDay = (day: TimeRange, jobs: readonly CopiedJob[]): void => {
    const { store, isFilled } = this.#options;
    const before = this.#copy;
    if (!isFilled || !before || this.#isStopped) return;
    const { copy, isIncomplete } = withDay(before, day, jobs);
    this.#set(copy);
    void tryStore(writeChangedJobs(store, before, copy));
    if (!isIncomplete) return;
    const timer = setTimeout(
      () => void this.#refresh(),
      REFRESH_AFTER_CHANGE_MS,
    );
    this.#timers.push(timer);
  };

  /** The saved thumbnail of a photo; null if there is none. */
  readonly picture = async (fileId: string): Promise<Blob | null> => {
    const found = await tryStore(readPicture(this.#options.store, fileId));
    return found ? new Blob([found.bytes], { type: found.type }) : null;
  };

  readonly #check = () => {
    if (document.visibilityState !== "visible") return;
    if (isRefreshDue(this.#copy ?? null, Date.now()))
      onIdle(() => void this.#refresh());
  };

  async #refresh(): Promise<void> {
    const { convex } = this.#options;
    const { isWebSocketConnected } = convex.connectionState();
    if (this.#isStopped || this.#isRefreshing || !isWebSocketConnected) return;
    this.#isRefreshing = true;
    try {
      const copy = await readServer(convex, Date.now());
      if (this.#isStopped) return;
      this.#set(copy);
      await this.#keep(copy);
      await tryStore(savePictures(this.#options, copy));
    } catch (error) {
      // An ended session is shown by the screens.
      if (toAppError(error).code !== "NOT_SIGNED_IN") reportError(error);
    } finally {
      this.#isRefreshing = false;
    }
  }

  async #keep(copy: DayCopy): Promise<void> {
    try {
      await writeCopy(this.#options.store, copy);
      this.#isKept = true;
      this.#sayIfReady();
    } catch (error) {
      if (!(error instanceof DeviceStoreError)) throw error;
      showStoreProblemOnce(error.message);
      this.#set({ ...copy, isUnkept: true });
    }
  }

  readonly #sayIfReady = (): void => {
    if (hasPageFiles.get() && this.#isKept && this.#copy)
      sayReadyOnce(this.#copy, Date.now());
  };

  #set(copy: DayCopy | null): void {
    this.#copy = copy;
    for (const listener of this.#listeners) listener();
  }
}

/** On a slow line the page connects after its first check. */
function onConnected(convex: ConvexReactClient, then: () => void): () => void {
  const isConnected = () => convex.connectionState().isWebSocketConnected;
  let wasConnected = isConnected();
  return convex.subscribeToConnectionState(() => {
    const isNewlyConnected = isConnected() && !wasConnected;
    wasConnected = isConnected();
    if (isNewlyConnected) then();
  });
}

async function readServer(
  convex: ConvexReactClient,
  now: number,
): Promise<DayCopy> {
  const { from, until } = copiedRange(now);
  const jobs = new Map<string, CopiedJob>();
  const customers = new Map<string, CopiedCustomer>();
  let readUntil = from;
  for (let read = 0; read < MAX_READS && readUntil < until; read++) {
    const part = await convex.query(api.jobs.forDevice, {
      from: readUntil,
      until,
    });
    for (const job of part.jobs) jobs.set(job._id, job);
    for (const customer of part.customers)
      customers.set(customer.customer_id, customer);
    if (part.until === readUntil) break;
    readUntil = part.until;
  }
  return {
    jobs: [...jobs.values()],
    customers,
    range: { from, until: readUntil },
    savedAt: now,
  };
}

/** The covers of today's and tomorrow's cards that are not on the device yet. */
async function savePictures(
  { store, convex }: DayCopyKeeperOptions,
  { jobs }: DayCopy,
): Promise<void> {
  const days = picturedRange(Date.now());
  const known = await knownPictures(store);
  const ids = jobs
    .filter(
      (job) =>
        isWithin(job.job_estimate_date, days) ||
        isWithin(job.job_install_date, days),
    )
    .flatMap((job) => job.job_photo_estimate.slice(0, 1))
    .filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const pictures = await convex.query(api.files.getPictures, { ids });
  for (const [index, fileId] of ids.entries()) {
    const url = pictures[index]?.thumbnailUrl;
    const saved = url ? await fetchPicture(url) : null;
    if (saved) await writePicture(store, { fileId, ...saved, at: Date.now() });
  }
}

async function fetchPicture(
  url: string,
): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const type = response.headers.get("content-type") ?? "image/jpeg";
    return { bytes: await response.arrayBuffer(), type };
  } catch {
    // The line was lost: the next refresh fetches it.
    return null;
  }
}

function onIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === "function")
    requestIdleCallback(work, { timeout: IDLE_LIMIT_MS });
  else setTimeout(work, 1000);
}
