/** When to kill the server: at a random time, or at an event between clients and server. */
import type { Random } from "../support/random";
import type { TrafficEvent, TrafficEvents } from "./trafficEvents";

export type Kill =
  | { readonly at: "any"; readonly ms: number }
  | { readonly at: "starting"; readonly ms: number }
  | {
      readonly at: TrafficEvent;
      /** Counts the events from now on. */
      readonly nth: number;
      /** After the event. 0: synchronously. */
      readonly ms: number;
    };

const WEIGHTED = [
  "any",
  "any",
  "starting",
  "starting",
  "sent",
  "sent",
  "sent",
  "answered",
  "answered",
  "uploading",
  "uploading",
  "uploaded",
  "uploaded",
  "scheduled",
] as const;

/** The time that a start takes on an idle machine. */
export const START_MS = 1_200;

/** If the event does not occur for this long, the server is killed anyway. */
const NO_EVENT_MS = 1_500;

export function drawKill(random: Random): Kill {
  const at = random.pick(WEIGHTED);
  switch (at) {
    case "any":
      return { at, ms: random.between(0, 400) };
    case "starting":
      return { at, ms: random.between(0, START_MS) };
    case "sent":
    case "answered":
      return {
        at,
        nth: random.between(1, 30),
        ms: random.chance(0.4) ? 0 : random.between(1, 5),
      };
    case "scheduled":
      return { at, nth: 1, ms: random.between(0, 120) };
    case "uploading":
    case "uploaded":
      return {
        at,
        nth: random.between(1, at === "uploading" ? 12 : 3),
        ms: random.chance(0.4) ? 0 : random.between(1, 8),
      };
  }
}

/** Resolves after it called `kill`. */
export function killAt(
  plan: Exclude<Kill, { at: "starting" }>,
  events: TrafficEvents,
  kill: () => void,
): Promise<void> {
  if (plan.at === "any") return after(plan.ms).then(kill);
  return new Promise((resolve) => {
    const act = () => {
      kill();
      resolve();
    };
    const timer = setTimeout(() => {
      cancel();
      act();
    }, NO_EVENT_MS);
    const cancel = events.at(plan.at, plan.nth, () => {
      clearTimeout(timer);
      if (plan.ms === 0) act();
      else setTimeout(act, plan.ms);
    });
  });
}

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
