import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import type { TimeRange } from "@domain/dates/days";
import { Listeners } from "@/lib/Listeners";
import { hasPageFiles } from "@/lib/pageFiles";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { whenIdle } from "@/lib/whenIdle";
import { toAppError } from "@/lib/appErrors";
import {
  dropExpiredCopies,
  readCopy,
  readPicture,
  writeChangedJobs,
  writeCopy,
} from "./copyTables";
import { savePictures } from "./copyPictures";
import { copiedRange, isRefreshDue, withDay } from "./copyRules";
import type { CopiedCustomer, CopiedJob, DayCopy } from "./copiedDay";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { DeviceStoreError, tryStore } from "@/offline/device/deviceStoreErrors";
import { sayReadyOnce } from "./readiness";
import { showStoreProblemOnce } from "@/offline/device/storeProblem";

const CHECK_MS = 60_000;
const REFRESH_AFTER_CHANGE_MS = 2000;
/** `copyForDevice` (convex/) returns a crowded range in parts; at most this many are read. */
const MAX_READS = 5;
/** Delays before missing thumbnails are requested again: a device sends one some seconds after its photo. */
const PICTURE_RETRY_MS: readonly number[] = [3_000, 15_000, 60_000];

export interface DayCopyKeeperOptions {
  readonly store: DeviceStore;
  readonly convex: ConvexReactClient;
  /** Whether this device fetches copies from the server. Other devices only show what they have stored. */
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
  /** Whether the store has a copy that this device refreshes. */
  #isKept = false;
  /** Days, by their start, that arrived while the copy was read or replaced, and may be newer than the copy. */
  readonly #daysMeanwhile = new Map<
    number,
    readonly [day: TimeRange, jobs: readonly CopiedJob[]]
  >();
  /** Whether the copy in memory or in the store lacks data that the server has. */
  #isBehind = false;
  #isStopped = false;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #pictureTimer: ReturnType<typeof setTimeout> | undefined;
  #stopWatching: () => void = () => undefined;
  #stopWatchingFiles: () => void = () => undefined;
  readonly #options: DayCopyKeeperOptions;
  readonly #listeners = new Listeners();

  constructor(options: DayCopyKeeperOptions) {
    this.#options = options;
  }

  /** Undefined while the copy is being read. */
  readonly copy = (): DayCopy | null | undefined => this.#copy;

  readonly subscribe = this.#listeners.subscribe;

  async start(): Promise<void> {
    const copy = await tryStore(readCopy(this.#options.store, Date.now()));
    if (this.#isStopped) return;
    this.#set(copy ?? null);
    this.#saveDaysMeanwhile();
    void whenIdle().then(() => tryStore(dropExpiredCopies(Date.now())));
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
    clearTimeout(this.#pictureTimer);
  }

  /** Replaces one day of the copy by the jobs that the server has now. */
  readonly saveDay = (day: TimeRange, jobs: readonly CopiedJob[]): void => {
    const before = this.#copy;
    if (this.#isRefreshing || before === undefined) this.#daysMeanwhile.set(day.from, [day, jobs]);
    if (!this.#options.isFilled || !before || this.#isStopped) return;
    const { copy, isIncomplete } = withDay(before, day, jobs);
    this.#set(copy);
    void this.#keepDay(before, copy);
    this.#savePicturesLater(PICTURE_RETRY_MS);
    if (!isIncomplete) return;
    // If the refresh fails or finds no connection, the next check repeats it.
    this.#isBehind = true;
    const timer = setTimeout(() => void this.#refresh(), REFRESH_AFTER_CHANGE_MS);
    this.#timers.push(timer);
  };

  #saveDaysMeanwhile(): void {
    const days = [...this.#daysMeanwhile.values()];
    this.#daysMeanwhile.clear();
    for (const [day, jobs] of days) this.saveDay(day, jobs);
  }

  /** The saved thumbnail of a photo; null if there is none. */
  readonly picture = async (fileId: string): Promise<Blob | null> => {
    const found = await tryStore(readPicture(this.#options.store, fileId));
    return found ? new Blob([found.bytes], { type: found.type }) : null;
  };

  readonly #check = () => {
    if (document.visibilityState !== "visible") return;
    if (this.#isBehind || isRefreshDue(this.#copy ?? null, Date.now()))
      void whenIdle().then(() => this.#refresh());
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
    } catch (error) {
      reportUnlessSignedOut(error);
      return;
    } finally {
      this.#isRefreshing = false;
      this.#saveDaysMeanwhile();
    }
    await this.#copyMaterials().catch((error: unknown) => {
      if (!this.#isStopped) reportUnlessSignedOut(error);
    });
    // Pictures can take minutes on a slow line: a changed day does not wait for them.
    await this.#savePictures(PICTURE_RETRY_MS).catch(reportUnlessSignedOut);
  }

  async #savePictures(retries: readonly number[]): Promise<void> {
    const { store, convex } = this.#options;
    if (!this.#copy) return;
    const areMissing = await tryStore(savePictures(store, convex, this.#copy));
    if (areMissing) this.#savePicturesLater(retries);
  }

  /** Plans the next request for missing pictures in place of a planned one. After the last one, the refresh asks. */
  #savePicturesLater([wait, ...retries]: readonly number[]): void {
    clearTimeout(this.#pictureTimer);
    if (wait === undefined || this.#isStopped) return;
    const save = () => this.#savePictures(retries).catch(reportUnlessSignedOut);
    this.#pictureTimer = setTimeout(() => void save(), wait);
  }

  async #keep(copy: DayCopy): Promise<void> {
    this.#isBehind = false;
    const isKept = await saysProblem(writeCopy(this.#options.store, copy));
    if (!isKept) {
      this.#set({ ...copy, isUnkept: true });
      return;
    }
    this.#isKept = true;
    this.#sayIfReady();
  }

  /** Copies the materials of the jobs. Read apart from the days, which are shown without them. */
  async #copyMaterials(): Promise<void> {
    const { store, convex } = this.#options;
    if (!this.#copy) return;
    const { copyMaterials } = await import("./copyMaterials");
    const { jobs } = this.#copy;
    await tryStore(copyMaterials(store, convex, { jobs, at: Date.now() }));
  }

  /** If the day cannot be stored, the next check reads it again with the other days. */
  async #keepDay(before: DayCopy, copy: DayCopy): Promise<void> {
    const { store } = this.#options;
    const isKept = await saysProblem(writeChangedJobs(store, before, copy));
    if (!isKept && !before.isUnkept) this.#isBehind = true;
  }

  readonly #sayIfReady = (): void => {
    if (hasPageFiles.get() && this.#isKept && this.#copy) sayReadyOnce(this.#copy, Date.now());
  };

  #set(copy: DayCopy | null): void {
    this.#copy = copy;
    this.#listeners.notify();
  }
}

/** Resolves to false, and shows the reason, if the store could not be written. */
async function saysProblem(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (!(error instanceof DeviceStoreError)) throw error;
    showStoreProblemOnce(error.message);
    return false;
  }
}

/** The screens show an ended session. A chunk that was not loaded is asked for again at the next refresh. */
function reportUnlessSignedOut(error: unknown): void {
  if (isChunkLoadError(error)) return;
  if (toAppError(error).code !== "NOT_SIGNED_IN") reportError(error);
}

/** Calls `then` at each new connection: on a slow line, the page connects only after its first check. */
function onConnected(convex: ConvexReactClient, then: () => void): () => void {
  const isConnected = () => convex.connectionState().isWebSocketConnected;
  let wasConnected = isConnected();
  return convex.subscribeToConnectionState(() => {
    const isNewlyConnected = isConnected() && !wasConnected;
    wasConnected = isConnected();
    if (isNewlyConnected) then();
  });
}

async function readServer(convex: ConvexReactClient, now: number): Promise<DayCopy> {
  const { from, until } = copiedRange(now);
  const jobs = new Map<string, CopiedJob>();
  const customers = new Map<string, CopiedCustomer>();
  let office: Pick<DayCopy, "templates" | "settings"> = {};
  let readUntil = from;
  for (let read = 0; read < MAX_READS && readUntil < until; read++) {
    const part = await convex.query(api.jobs.forDevice, {
      from: readUntil,
      until,
    });
    for (const job of part.jobs) jobs.set(job._id, job);
    for (const customer of part.customers) customers.set(customer.customer_id, customer);
    office = { templates: part.templates, settings: part.settings };
    if (part.until === readUntil) break;
    readUntil = part.until;
  }
  return {
    jobs: [...jobs.values()],
    customers,
    ...office,
    range: { from, until: readUntil },
    savedAt: now,
  };
}
