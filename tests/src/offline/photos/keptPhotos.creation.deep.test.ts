// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aPhoto, creationOf, NOW, PhotoPhone, settle, type Fault } from "./photoPhone";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const KEY = "key1";

type Page = ReturnType<PhotoPhone["open"]>;

/** How a photo comes to a job that the server does not have. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "is chosen for a draft that is saved": async ({ add, outbox }) => {
    await add({ ...aPhoto("a", KEY), isHeld: true });
    outbox.put(creationOf("create"));
  },
  "is taken for a job that waits": async ({ add, outbox }) => {
    outbox.put(creationOf("create"));
    await add(aPhoto("a", KEY));
  },
};

const KINDS = ["kill before", "kill after", "fail before", "fail after"] as const;

interface Course {
  readonly take: (page: Page) => Promise<void>;
  readonly hasSignal: boolean;
  /** Whether the second page gets the code of the photos after it has sent what waits. */
  readonly areLate: boolean;
  readonly faults: readonly [Fault, Fault];
}

/** Runs three pages, one after the other. The person does nothing except that they save a draft that is left. */
async function run({ take, hasSignal, areLate, faults }: Course) {
  vi.setSystemTime(NOW);
  const phone = new PhotoPhone();
  phone.drafts.add(KEY);
  phone.isReachable = hasSignal;
  const first = phone.open(faults[0]);
  void take(first);
  await settle();
  first.page.isDead = true;
  phone.isReachable = true;
  const isStored = phone.photos.photos.length > 0;
  const openNext = async (fault: Fault | null) => {
    const { page, outbox } = phone.open(fault, areLate && fault !== null);
    await settle();
    const isLeft = phone.drafts.has(KEY) && !phone.jobs.has(KEY);
    if (isLeft && !page.isDead) outbox.put(creationOf(crypto.randomUUID()));
    await settle();
    page.isDead = true;
    return page.steps;
  };
  const steps = [first.page.steps, await openNext(faults[1])] as const;
  await openNext(null);
  const files = phone.jobs.get(KEY) ?? [];
  const { photos, changes } = await phone.rows();
  const isOnce = files.length === 1 || (files.length === 0 && !isStored);
  return { steps, isRight: isOnce && photos.length + changes.length === 0 };
}

/** Of the second page's steps every third has a fault; after the next step of the first page, others. */
const EVERY = 3;

/** Each fault at each step of the first page, with each fault at a third of the steps of the second. */
async function runAll(take: Course["take"], hasSignal: boolean, areLate: boolean) {
  const wrong: string[] = [];
  let courses = 0;
  for (const kind of KINDS)
    for (const nextKind of KINDS)
      for (let at = 1, isOver = false; !isOver; at += 1)
        for (let nextAt = 1 + (at % EVERY); ; nextAt += EVERY) {
          const faults = [
            { kind, at },
            { kind: nextKind, at: nextAt },
          ] as const;
          const { steps, isRight } = await run({
            ...{ take, hasSignal, areLate, faults },
          });
          courses += 1;
          if (!isRight) wrong.push(JSON.stringify({ faults, areLate }));
          isOver = steps[0] < at;
          if (steps[1] < nextAt) break;
        }
  return { courses, wrong };
}

const CASES = Object.keys(WAYS).flatMap((way) =>
  [true, false].flatMap((hasSignal) =>
    [true, false].map((areLate) => ({ way, hasSignal, areLate })),
  ),
);

it.each(CASES)(
  "a photo that $way gets on its job once, whatever steps of two pages fail or end them: signal $hasSignal, photos after the outbox $areLate",
  async ({ way, hasSignal, areLate }) => {
    const { courses, wrong } = await runAll(WAYS[way]!, hasSignal, areLate);
    expect(wrong).toEqual([]);
    expect(courses).toBeGreaterThan(400);
  },
  // Thousands of courses, beside the browser tests of the deep tier.
  300_000,
);
