import { OutboxClient } from "../../src/outboxClient";
import type { OutboxItem } from "../../src/outboxItem";
import type { OutboxServer, Verdict } from "../../src/outboxParts";
import { OutboxRules } from "../../src/outboxRules";
import { Process, type Device } from "./device";
import type { Ledger } from "./ledger";
import { contentOf, hasReplaced, IDS_KEPT_MS, ServerError, type ModelServer } from "./modelServer";
import { Screen } from "./screen";
import type { Random, Timeline } from "./world";

export interface Surroundings {
  readonly ledger: Ledger;
  readonly timeline: Timeline;
  readonly random: Random;
  readonly server: ModelServer;
  readonly line: Line;
  /** The device's clock. */
  readonly now: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A device's clock may be a day ahead. */
const RULES = new OutboxRules({ expiresAfterMs: IDS_KEPT_MS - DAY_MS });

/** The connection of the device. In dead air it still looks connected. */
interface Line {
  isUp: boolean;
  isKnownDown: boolean;
  /** Chance that a call ends without an answer, whether it arrived or not. */
  loss: number;
  /** How many of the next calls end without an answer. */
  failures: number;
  /** The longest that a message takes one way. */
  latencyMs: number;
}

/** What a planted bug changes of a page's surroundings. */
export type Plant = (parts: PageParts, page: Page) => PageParts;

type PageParts = ConstructorParameters<typeof OutboxClient>[0];

/** One tab with the outbox of one person. */
export class Page {
  readonly process = new Process();
  readonly owner: string;
  readonly device: Device;
  readonly client: OutboxClient;
  readonly screen: Screen;
  isVisible = true;
  /** What the page shows and knows: see ShownPage. */
  readonly saved = new Set<string>();
  readonly answered = new Set<number>();
  live = 0;
  /** Whether a response comes before the live queries show the change, as it never does from Convex. */
  isLiveLate = false;
  epoch: string;
  readonly #world: Surroundings;
  /** The commits whose responses are on their way: the live queries show them with the response. */
  readonly #awaited = new Set<number>();
  #newest = 0;
  #isCurrent = false;
  #unready: (() => void)[] = [];

  constructor(
    owner: string,
    device: Device,
    { world, plant }: { world: Surroundings; plant: Plant },
  ) {
    this.owner = owner;
    this.device = device;
    this.#world = world;
    this.epoch = device.epoch;
    const { server, ledger, timeline } = world;
    this.screen = new Screen(this, { device, server, ledger }, timeline.now);
    const parts: PageParts = {
      rules: RULES,
      store: device.store(this.process),
      tabs: this.#tabs(),
      lock: device.lock(this.process),
      server: this.#server(),
      clock: {
        now: world.now,
        after: (ms, callback) => world.timeline.after(ms, () => this.process.run(callback)),
      },
      release: `release-${world.random.below(3)}`,
      newId: () => `again-${world.timeline.now}-${world.random.below(1e9)}`,
      onSaved: async (item) => {
        if (hasReplaced(contentOf(item).token)) await device.keepResponse(this.process, item.id);
        this.saved.add(item.id);
      },
    };
    this.client = new OutboxClient(plant(parts, this));
    void this.client.start();
  }

  /** The server's queries reach the page, as of a commit and a data epoch. */
  sync(commit: number, epoch: string): void {
    this.process.run(() => {
      this.#newest = Math.max(this.#newest, commit);
      this.#showNewest();
      if (this.#isCurrent && epoch === this.epoch) return;
      this.epoch = epoch;
      this.device.epoch = epoch;
      this.#isCurrent = true;
      this.client.wake();
    });
  }

  /** The page learns that its line, visibility or sign-in has changed. */
  notice(): void {
    this.process.run(() => {
      if (this.#world.line.isKnownDown) this.#isCurrent = false;
      if (!this.#isReady()) {
        for (const resolve of this.#unready.splice(0)) resolve();
      }
      this.client.wake();
    });
  }

  kill(): void {
    this.device.kill(this.process);
  }

  #isReady(): boolean {
    return this.isVisible && this.#isCurrent && !this.#world.line.isKnownDown;
  }

  #showNewest(): void {
    const first = Math.min(...this.#awaited);
    this.live = Math.max(this.live, Math.min(this.#newest, first - 1));
  }

  #answer(token: number, commit: number): void {
    this.#awaited.delete(commit);
    this.answered.add(token);
    if (this.isLiveLate) return;
    this.live = Math.max(this.live, commit);
    this.#showNewest();
  }

  /** Notes what other tabs say of changes. */
  #tabs(): PageParts["tabs"] {
    const tabs = this.device.tabs(this.process);
    return {
      ...tabs,
      listen: (listener) =>
        tabs.listen((message) => {
          if (message.kind === "outcome" && message.outcome.kind === "saved")
            this.saved.add(message.id);
          listener(message);
        }),
    };
  }

  #server(): OutboxServer {
    return {
      isReady: () => this.#isReady(),
      epoch: () => this.epoch,
      whileReady: (work) =>
        new Promise((resolve, reject) => {
          if (this.#isReady()) this.#unready.push(resolve);
          else resolve();
          work.then(resolve, reject);
        }),
      send: (item) => this.process.see(this.#call(item)),
      verdictOn: (error): Verdict => (error instanceof ServerError ? error.verdict : null),
    };
  }

  /** As Convex: a call stays until it is answered, and is sent again after a reconnect. */
  async #call(item: OutboxItem): Promise<unknown> {
    const { timeline, random, server, line, now } = this.#world;
    for (;;) {
      await timeline.sleep(1 + random.below(line.latencyMs));
      if (this.process.isKilled) throw new ServerError(null);
      while (!line.isUp) {
        await timeline.sleep(1000);
        if (this.process.isKilled) throw new ServerError(null);
      }
      const isLost = this.#isLost();
      // Half of what is lost is lost on the way back.
      if (isLost && random.chance(0.5)) {
        if (random.chance(0.5)) throw new ServerError(null);
        continue;
      }
      const response = settle(() => server.receive(this.owner, item, now()));
      if (isLost) {
        if (random.chance(0.5)) throw new ServerError(null);
        continue;
      }
      if (typeof response === "number") this.#awaited.add(response);
      await timeline.sleep(1 + random.below(line.latencyMs));
      if (typeof response !== "number") throw response;
      this.process.run(() => this.#answer(contentOf(item).token, response));
      return response;
    }
  }

  #isLost(): boolean {
    const { line, random } = this.#world;
    if (line.failures === 0) return random.chance(line.loss);
    line.failures -= 1;
    return true;
  }
}

/** The result of a call, or its error: either may be lost on the way. */
function settle(call: () => number): number | Error {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
