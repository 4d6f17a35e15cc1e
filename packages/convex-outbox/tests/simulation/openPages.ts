import type { Device } from "./device";
import { Page, type Plant, type Surroundings } from "./page";

const MOST_PAGES = 4;

/** The pages that are open, of whichever person. */
export class OpenPages {
  readonly #world: Surroundings;
  readonly #plant: Plant;
  #pages: readonly Page[] = [];
  #published = 0;

  constructor(world: Surroundings, plant: Plant) {
    this.#world = world;
    this.#plant = plant;
  }

  get all(): readonly Page[] {
    return this.#pages;
  }

  /** One of them, or none. */
  any(): Page | null {
    return this.#world.random.pick([...this.#pages, null]);
  }

  /** Opens a page of the person who is signed in. */
  open(devices: ReadonlyMap<string, Device>): void {
    const owner = this.#world.server.session;
    const device = devices.get(owner ?? "");
    if (owner === null || device === undefined) return;
    if (this.#pages.length >= MOST_PAGES) return;
    const parts = { world: this.#world, plant: this.#plant };
    this.#pages = [...this.#pages, new Page(owner, device, parts)];
    this.publish(true);
  }

  closeThoseOfOthers(): void {
    for (const page of this.#pages) {
      if (page.owner === this.#world.server.session) continue;
      page.client.stop();
      page.kill();
    }
    this.forgetKilled();
  }

  forgetKilled(): void {
    this.#pages = this.#pages.filter(({ process }) => !process.isKilled);
  }

  /** The pages notice what has changed about the line, the session or themselves. */
  notice(): void {
    for (const page of this.#pages) page.notice();
    this.publish(true);
  }

  /** The connected pages of the signed-in person get what the server has committed. */
  publish(isEverybodyBehind = false): void {
    const { server, line, random, timeline } = this.#world;
    const { epoch, session, applied } = server;
    const commit = applied.length;
    if (commit === this.#published && !isEverybodyBehind) return;
    this.#published = commit;
    for (const page of this.#pages)
      timeline.after(1 + random.below(line.latencyMs), () => {
        if (line.isUp && page.owner === session) page.sync(commit, epoch);
      });
  }
}
