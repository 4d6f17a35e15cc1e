import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium } from "@playwright/test";
import { daytimeZone } from "./browserZone";
import { chromiumLaunch } from "./chromium";
import type { Line } from "./line";
import { slowProcessorOf } from "./slowProcessor";
import { addStoreFaults } from "./storeFaults";
import { PHONE } from "./test";

const ACTION_LIMIT_MS = 60_000;

/** A browser of a phone's size with a profile on the disk, which outlives the browser's process. */
export class Phone {
  /** What the pages threw and nothing caught. */
  readonly errors: string[] = [];
  readonly #profile: string;
  #context: BrowserContext | undefined;

  private constructor(
    profile: string,
    private readonly line: Line,
    /** Through the line. */
    private readonly url: string,
  ) {
    this.#profile = profile;
  }

  static async make(line: Line, url: string): Promise<Phone> {
    const profile = await mkdtemp(join(tmpdir(), "downspout-phone-"));
    return new Phone(profile, line, url);
  }

  /** Starts the browser's process, with an empty page. */
  async start(): Promise<Page> {
    const launch = await chromiumLaunch();
    const context = await chromium.launchPersistentContext(this.#profile, {
      ...launch,
      baseURL: this.url,
      viewport: PHONE,
      isMobile: true,
      hasTouch: true,
      locale: "en-US",
      timezoneId: daytimeZone(),
      reducedMotion: "reduce",
      serviceWorkers: "allow",
    });
    this.#context = context;
    slowProcessorOf(context);
    // The tests of crews' days last minutes: an action that hangs ends earlier, and says what it waited for.
    context.setDefaultTimeout(ACTION_LIMIT_MS);
    context.on("weberror", (event) => {
      const { message, stack } = event.error();
      this.errors.push(stack ?? message);
    });
    await this.line.addContext(context);
    await addStoreFaults(context);
    return context.pages()[0] ?? (await context.newPage());
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error("The phone is off.");
    return this.#context;
  }

  /** Ends the browser so that it writes all that it has in memory, cookies among them. */
  async close() {
    await this.#context?.close();
    this.#context = undefined;
  }

  /** SIGKILL to all processes of the browser. Windows, which has no process groups, ends them with their parent. */
  async kill() {
    const { context } = this;
    const closed = context.waitForEvent("close", { timeout: 0 });
    const pid = await this.processId();
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
    await closed;
    this.#context = undefined;
  }

  /** Of the browser, which is the leader of its process group. */
  async processId(): Promise<number> {
    const browser = this.context.browser();
    const session = await browser?.newBrowserCDPSession();
    const info = await session?.send("SystemInfo.getProcessInfo");
    const main = info?.processInfo.find(({ type }) => type === "browser");
    if (main === undefined) throw new Error("The browser has no process.");
    return main.id;
  }

  /**
   * Leaves the databases as a kill does that cuts a record in half: a record's header stands at the end of their log,
   * and not the record. Only while the browser is off.
   */
  async tearRecord() {
    const root = join(this.#profile, "Default", "IndexedDB");
    const files = await readdir(root, { recursive: true });
    const logs = files.filter((file) => file.endsWith(".log"));
    // The checksum, the length (600) and the type: a record in one piece.
    const header = Buffer.from([1, 2, 3, 4, 0x58, 0x02, 1]);
    for (const log of logs) await appendFile(join(root, log), header);
    if (logs.length === 0) throw new Error("The phone has no databases.");
  }

  async remove() {
    await this.close();
    await rm(this.#profile, { recursive: true, force: true });
  }
}
