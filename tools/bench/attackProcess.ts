/** The messages between the process of an attack and tools/bench/attack.ts. */

/** Where the attack goes, and the account of a member. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** The Cookie header of the member's browser. */
  readonly cookie: string;
  /** The server's process. */
  readonly pid: number;
}

export type Attack = (target: Target) => Promise<void>;

/** What a member's own pages get during the attack, in milliseconds. */
export interface Progress {
  /** The number of changes to what the pages show. */
  readonly writes: number;
  /** The CPU time that the server used. */
  readonly cpuMs: number;
  /** The updates of the page that got the fewest. */
  readonly fewestUpdates: number;
  /** The longest time that a page waited for its next update, and the server's CPU time in the longest such wait. */
  readonly longestGapMs: number;
  readonly longestGapCpuMs: number;
  /** The server's CPU time for one run of all queries of one page, before the attack. */
  readonly runCpuMs: number;
  /** The times from sending a mutation to the Transition that shows it. */
  readonly ownMutationsMs: readonly number[];
}

let report: () => Progress | null = () => null;

/** Reports that the attack can begin, and waits until it should. */
export async function readyToAttack(): Promise<void> {
  process.send?.("ready");
  await new Promise((resolve) => process.once("message", resolve));
  process.on("message", () => process.send?.({ progress: report() }));
}

export function reportWith(progress: () => Progress): void {
  report = progress;
}
