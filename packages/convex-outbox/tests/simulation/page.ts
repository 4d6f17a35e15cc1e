import { OutboxClient } from "../../src/outboxClient";
import type { OutboxItem } from "../../src/outboxItem";
import type { OutboxServer, Verdict } from "../../src/outboxParts";
import { OutboxRules } from "../../src/outboxRules";
import { Process, type Device } from "./device";
import { IDS_KEPT_MS, ServerError, type ModelServer } from "./modelServer";
import type { Random, Timeline } from "./world";

export interface Surroundings {
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
  isVisible = true;
  readonly #world: Surroundings;
  #unready: (() => void)[] = [];

  constructor(
    owner: string,
    device: Device,
    { world, plant }: { world: Surroundings; plant: Plant },
  ) {
    this.owner = owner;
    this.device = device;
    this.#world = world;
    const parts: PageParts = {
      rules: RULES,
      store: device.store(this.process),
      tabs: device.tabs(this.process),
      lock: device.lock(this.process),
      server: this.#server(),
      clock: {
        now: world.now,
        after: (ms, callback) =>
          world.timeline.after(ms, () => this.process.run(callback)),
      },
      release: `release-${world.random.below(3)}`,
      newId: () => `again-${world.timeline.now}-${world.random.below(1e9)}`,
    };
    this.client = new OutboxClient(plant(parts, this));
    this.client.start().catch(() => undefined);
  }

  /** The page learns that its line, visibility or sign-in has changed. */
  notice(): void {
    this.process.run(() => {
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
    return this.isVisible && !this.#world.line.isKnownDown;
  }

  #server(): OutboxServer {
    return {
      isReady: () => this.#isReady(),
      epoch: () => "",
      whileReady: (work) =>
        new Promise((resolve, reject) => {
          if (this.#isReady()) this.#unready.push(resolve);
          else resolve();
          work.then(resolve, reject);
        }),
      send: (item) => this.process.see(this.#call(item)),
      verdictOn: (error): Verdict =>
        error instanceof ServerError ? error.verdict : null,
    };
  }

  /** As Convex: a call stays until it is answered, and is sent again after a reconnect. */
  async #call(item: OutboxItem): Promise<unknown> {
    const { timeline, random, server, line, now } = this.#world;
    for (;;) {
      await timeline.sleep(1 + random.below(400));
      if (this.process.isKilled) throw new ServerError(null);
      while (!line.isUp) {
        await timeline.sleep(1000);
        if (this.process.isKilled) throw new ServerError(null);
      }
      const isLost = random.chance(line.loss);
      // Half of what is lost is lost on the way back.
      if (isLost && random.chance(0.5)) {
        if (random.chance(0.5)) throw new ServerError(null);
        continue;
      }
      const answer = settle(() => server.receive(this.owner, item, now()));
      if (isLost) {
        if (random.chance(0.5)) throw new ServerError(null);
        continue;
      }
      await timeline.sleep(1 + random.below(400));
      return answer();
    }
  }
}

/** The result of a call, to be returned or thrown later. */
function settle<T>(call: () => T): () => T {
  try {
    const value = call();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
