/** When to kill: drawn from the seed, at no particular moment or aimed at one. */
import { oneOf, wholeNumber, type Random } from "../../domain/random";
import type { Moment, Moments } from "./moments";

export type Kill =
  | { readonly at: "any"; readonly ms: number }
  | { readonly at: "starting"; readonly ms: number }
  | {
      readonly at: Moment;
      /** The how manyth such moment from now. */
      readonly nth: number;
      /** 0 is within that very moment. */
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

/** A start takes about so long where nothing else runs. */
const LONGEST_START_MS = 900;

/** What is aimed at may not come, where the clients happen to do other things: then it is any moment. */
const PATIENCE_MS = 1_500;

export function drawKill(random: Random): Kill {
  const at = oneOf(random, WEIGHTED);
  switch (at) {
    case "any":
      return { at, ms: wholeNumber(random, 0, 400) };
    case "starting":
      return { at, ms: wholeNumber(random, 0, LONGEST_START_MS) };
    case "sent":
    case "answered":
      return {
        at,
        nth: wholeNumber(random, 1, 30),
        ms: random() < 0.4 ? 0 : wholeNumber(random, 1, 5),
      };
    case "scheduled":
      return { at, nth: 1, ms: wholeNumber(random, 0, 120) };
    case "uploading":
    case "uploaded":
      return {
        at,
        nth: wholeNumber(random, 1, at === "uploading" ? 12 : 3),
        ms: random() < 0.4 ? 0 : wholeNumber(random, 1, 8),
      };
  }
}

/** Resolves after `kill` was called. */
export function killAt(
  plan: Exclude<Kill, { at: "starting" }>,
  moments: Moments,
  kill: () => void,
): Promise<void> {
  if (plan.at === "any") return after(plan.ms).then(kill);
  return new Promise((resolve) => {
    const act = () => {
      kill();
      resolve();
    };
    const patience = setTimeout(() => {
      callOff();
      act();
    }, PATIENCE_MS);
    const callOff = moments.at(plan.at, plan.nth, () => {
      clearTimeout(patience);
      if (plan.ms === 0) act();
      else setTimeout(act, plan.ms);
    });
  });
}

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
