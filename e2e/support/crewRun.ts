import { type Page, expect } from "@playwright/test";
import { oneOf, seededRandom, wholeNumber, type Random } from "../../domain/text/random";
import { CrewDay, WHOLE_DAY, type Step } from "./crewDay";
import { CrewLedger } from "./crewLedger";
import { readRows } from "./device";
import { Downspout } from "./downspout";
import { Line, type LineState } from "./line";
import { Office } from "./office";
import { OWNER, signUpAs } from "./people";
import { Phone } from "./phone";
import type { PhotoFile } from "./photos";
import { nextVersionWaits, releaseOf } from "./release";
import { nextStoreFault, setStoreFault, type StoreFault } from "./storeFaults";
import { within } from "./within";

const CUSTOMERS = ["Ruth Okafor", "Amir Haddad", "Lena Park", "Omar Diaz", "Nora Finch"];
const COLOR = "180";

const CUTS = ["DEAD", "REFUSED", "AIRPLANE"] as const;
const LINES = ["GOOD", "SLOW", ...CUTS] as const;

/** A step takes half a second, a start a whole one: most kills come during them, some after. */
const MAX_KILL_MS = 800;
const MAX_KILLS_OF_A_DAY = 20;
/** The share of the kills that come while the application starts. */
const KILLED_START = 0.25;
/** How often the line changes with a step. */
const CHANGED_LINE = 0.4;

/** Far above what a step takes on a busy machine: a run that hangs says where. */
const STEP_LIMIT_MS = 180_000;
const END_LIMIT_MS = 60_000;

export interface RunOptions {
  readonly seed: number;
  /** How often the browser is killed. */
  readonly kills: number;
  readonly photo: PhotoFile;
  /** What is done in a day, in a random order. */
  readonly day?: readonly Step[];
  /** How many steps of the day begin with a cut of a good line. Without it, the line changes at random. */
  readonly cuts?: number;
  /** The share of the steps that begin with a fault of the device's store, 0 to 1. */
  readonly faultyStore: number;
  /** The program that replaces the server's half way through the day. */
  readonly nextRelease?: string;
}

export interface RunReport {
  readonly violations: readonly string[];
  /** The attribute that the next release has. */
  readonly release: string | null;
  readonly totals: CrewLedger["totals"];
  readonly kills: number;
  /** How often the line became worse than GOOD. */
  readonly cuts: number;
  /** How often a fault of the device's store began. */
  readonly storeFaults: number;
}

/** A crew's days on one phone. */
export async function runCrew(options: RunOptions): Promise<RunReport> {
  const server = await Downspout.start();
  const line = new Line(options.seed);
  const phone = await Phone.make(line, await line.through(server.url));
  try {
    return await new CrewRun(options, { server, line, phone }).run();
  } finally {
    await within(END_LIMIT_MS, () => "the end of the browser", phone.remove());
    await within(END_LIMIT_MS, () => "the end of the line", line.close());
    await within(END_LIMIT_MS, () => "the end of the server", server.remove());
  }
}

interface Parts {
  readonly server: Downspout;
  readonly line: Line;
  readonly phone: Phone;
}

class CrewRun {
  readonly #random: Random;
  #page!: Page;
  #kills = 0;
  #cuts = 0;
  #storeFaults = 0;
  #line: LineState = "GOOD";

  constructor(
    private readonly options: RunOptions,
    private readonly parts: Parts,
  ) {
    this.#random = seededRandom(options.seed);
  }

  async run(): Promise<RunReport> {
    const { server, phone } = this.parts;
    const { nextRelease, photo } = this.options;
    this.#page = await this.#inTime("the first start", phone.start());
    await signUpAs(phone.context.request, OWNER);
    const office = await Office.open(phone.context, server.url);
    const ledger = new CrewLedger(await prepare(office), COLOR);
    const teammate = await Office.ofTeammate(phone.context, server.url);
    const crew = new CrewDay({
      ledger,
      office,
      teammate,
      photo,
      random: this.#random,
      customers: CUSTOMERS,
    });
    await this.#inTime("the first visit", this.#visit(crew));
    const plan = this.#plan();
    for (const [at, planned] of plan.entries()) {
      const isHalfway = at === Math.floor(plan.length / 2);
      if (isHalfway && nextRelease)
        await this.#inTime("the update of the server", server.update(nextRelease));
      const what = `step ${at + 1} of ${plan.length}, ${JSON.stringify(planned)}`;
      await this.#inTime(what, this.#step(crew, planned));
    }
    await this.#inTime("the good line at the end", this.#change("GOOD"));
    if (nextRelease) await this.#inTime("the start of the next release", this.#startNextRelease());
    await crew.open(this.#page);
    const waiting = await this.#inTime("the sending of the last changes", this.#whenSent());
    const violations = [...waiting, ...(await ledger.violations(office)), ...phone.errors];
    const release = await releaseOf(this.#page);
    await office.close();
    await teammate.close();
    return {
      violations,
      release,
      totals: ledger.totals,
      kills: this.#kills,
      cuts: this.#cuts,
      storeFaults: this.#storeFaults,
    };
  }

  async #inTime<Value>(what: string, work: Promise<Value>): Promise<Value> {
    const { seed } = this.options;
    const where = () => `${what}. PHONE_SEED=${seed}, line: ${this.#line}`;
    return await within(STEP_LIMIT_MS, where, work);
  }

  /** The one visit that leaves the page's code, the days and the session on the phone's disk. */
  async #visit(crew: CrewDay) {
    await crew.open(this.#page);
    await this.#page.evaluate(async () => await navigator.serviceWorker.ready);
    await expect
      .poll(async () => (await readRows(this.#page, "jobs")).length)
      .toBe(CUSTOMERS.length);
    await this.parts.phone.close();
    this.#page = await this.parts.phone.start();
    await crew.open(this.#page);
  }

  /** As many days as the kills need, so that a crew works in between. */
  #plan(): PlannedStep[] {
    const random = this.#random;
    const { kills, cuts = 0, day = WHOLE_DAY } = this.options;
    const days = Math.max(1, Math.ceil(kills / MAX_KILLS_OF_A_DAY));
    const steps = Array.from({ length: days }, () => someOf(random, day, day.length)).flat();
    const all = [...steps.keys()];
    const killed = new Set(someOf(random, all, kills));
    const cut = new Set(someOf(random, all, cuts));
    return steps.map((step, at) => {
      const line = this.#nextLine(cut.has(at));
      const fault = this.#nextFault();
      const kill = killed.has(at) ? this.#nextKill(fault) : null;
      return { step, line, fault, kill };
    });
  }

  /** With cuts, the line is good in between; without, it changes at random. */
  #nextLine(isCut: boolean): LineState | null {
    const random = this.#random;
    if (this.options.cuts !== undefined) return isCut ? oneOf(random, CUTS) : "GOOD";
    return random() < CHANGED_LINE ? oneOf(random, LINES) : null;
  }

  #nextFault(): StoreFault | null {
    const random = this.#random;
    return random() < this.options.faultyStore ? nextStoreFault(random) : null;
  }

  /** During a fault of the store also long after the step, when the page goes on without the store. */
  #nextKill(fault: StoreFault | null): PlannedKill {
    const random = this.#random;
    const isStart = random() < KILLED_START;
    const faultMs = isStart ? 0 : (fault?.lastsMs ?? 0);
    return {
      at: isStart ? "start" : "step",
      afterMs: wholeNumber(random, 0, MAX_KILL_MS + faultMs),
    };
  }

  /** Null leaves the line as it is. */
  async #change(state: LineState | null) {
    if (state === null) return;
    const isCut = this.options.cuts !== undefined && state !== "GOOD";
    // One after another, so that each cut ends connections.
    if (isCut && this.#line !== "GOOD") await this.#change("GOOD");
    if (state === this.#line) return;
    this.#line = state;
    if (state !== "GOOD") this.#cuts += 1;
    await this.parts.line.become(state);
  }

  async #step(crew: CrewDay, { step, line, fault, kill }: PlannedStep) {
    if (step !== "stock") await this.#change(line);
    if (kill?.at === "start") {
      await this.#killDuring(() => crew.open(this.#page), kill.afterMs);
      await crew.open(this.#page);
    }
    if (step === "stock") await this.#openStock(crew, line);
    if (fault !== null) await this.#beginFault(fault);
    const acting = () => (step === "stock" ? crew.takeIn(this.#page) : crew.act(this.#page, step));
    if (kill?.at !== "step") return await acting();
    await this.#killDuring(acting, kill.afterMs);
    await crew.open(this.#page);
  }

  async #beginFault(fault: StoreFault) {
    this.#storeFaults += 1;
    await setStoreFault(this.#page, fault);
  }

  /** On a good line, which then becomes what was planned or what it was. */
  async #openStock(crew: CrewDay, line: LineState | null) {
    const before = this.#line;
    await this.#change("GOOD");
    await crew.openStock(this.#page);
    await this.#change(line ?? before);
  }

  /** What fails because of the kill is expected; what failed before is not. */
  async #killDuring(act: () => Promise<void>, afterMs: number) {
    const { phone } = this.parts;
    let isKilled = false;
    const acting = act().catch((error: unknown) => {
      if (!isKilled) throw error;
    });
    await Promise.race([
      new Promise((resolve) => setTimeout(resolve, afterMs)),
      acting.then(() => new Promise(() => undefined)),
    ]);
    isKilled = true;
    await phone.kill();
    await acting;
    this.#kills += 1;
    this.#page = await phone.start();
  }

  /** What waits is sent by the code of the next release. */
  async #startNextRelease() {
    const { phone } = this.parts;
    await nextVersionWaits(this.#page);
    await phone.close();
    this.#page = await phone.start();
  }

  /** Resolves to what still waits on the phone when nothing moves any more. */
  async #whenSent(): Promise<string[]> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const rows = [
        ...(await readRows<object>(this.#page, "outbox")),
        ...(await readRows<PhotoRow>(this.#page, "photos")).filter(({ kind }) => kind === "kept"),
      ];
      if (rows.length === 0) return [];
      if (Date.now() > deadline) return rows.map((row) => `Still waits: ${JSON.stringify(row)}`);
      await this.#page.waitForTimeout(100);
    }
  }
}

interface PhotoRow {
  readonly kind: string;
}

interface PlannedKill {
  /** While the application starts, or while the crew acts. */
  readonly at: "start" | "step";
  readonly afterMs: number;
}

interface PlannedStep {
  readonly step: Step;
  readonly line: LineState | null;
  readonly fault: StoreFault | null;
  readonly kill: PlannedKill | null;
}

/** The jobs of the crew's day, and a catalogue. */
async function prepare(office: Office): Promise<string[]> {
  await office.mutation("inventorySeed:seedDefaults");
  const ids: string[] = [];
  for (const [at, customer] of CUSTOMERS.entries())
    ids.push(await office.addJob(customer, Date.now() + at * 1000));
  return ids;
}

/** In a random order. */
function someOf<Value>(random: Random, values: readonly Value[], count: number): Value[] {
  const rest = [...values];
  return Array.from(
    { length: Math.min(count, values.length) },
    () => rest.splice(wholeNumber(random, 0, rest.length - 1), 1)[0]!,
  );
}
