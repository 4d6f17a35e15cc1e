/**
 * Every text argument of every public function gets long and hostile texts. The functions are read from the modules, so
 * a new one is covered without a change here. Work is counted, not timed; `npm run test:text` prints times.
 */
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  isLimitedList,
  isLimitedText,
  LIST_LIMITS,
  MAX_SEARCH_LENGTH,
  SEARCH_FIELDS,
  TEXT_LIMITS,
  tooLongSentence,
} from "@domain/calls/inputLimits";
import { loadModules } from "../server/modules";
import {
  HOSTILE_PARTS,
  hostileText,
  TextTarget,
  type ArgumentSlot,
  type TextSlot,
} from "./support/hostileText";
import { textWorkOf } from "./support/textWork";

const target = new TextTarget(loadModules());
const functions = target.functions.map((called) => [called.path, called] as const);

beforeAll(() => target.seed());
afterAll(async () => {
  await target.close();
  expect(target.errors()).toEqual([]);
});

const call = ({ called, argsWith }: ArgumentSlot, value: JSONValue) =>
  target.call(called, argsWith(value));

/**
 * At most: reading a text of this length some dozens of times, in its decomposition, which can be 18 times as long, and
 * the rows of the test.
 */
const workFor = (length: number) => 18 * 24 * length + 400_000;

/** The longest text that a function may read. */
function limitOf({ field }: ArgumentSlot): number {
  return isLimitedText(field) ? TEXT_LIMITS[field].max : MAX_SEARCH_LENGTH;
}

/** What these name is gone or undone afterwards, so they succeed once. */
const ONCE = /^(changes:(undo|restore|deleteForGood)|customers:(merge|deleteWithJobs))/;

/** Whether the text names a row: an id, or the key of a device in place of one. */
function isRow({ isId, field }: TextSlot): boolean {
  return isId || field === "id";
}

it("finds the functions, their texts and their lists", () => {
  const { functions: all } = target;
  expect(all.length).toBeGreaterThan(30);
  expect(all.flatMap((one) => target.textsOf(one)).length).toBeGreaterThan(50);
  expect(all.flatMap((one) => target.listsOf(one)).length).toBeGreaterThan(8);
});

it("reaches the fields: their usual texts are accepted", async () => {
  for (const called of target.functions)
    for (const slot of target.textsOf(called))
      if (
        !isRow(slot) &&
        !/cursor$|^(intentId|sentFor)$/i.test(slot.field) &&
        !ONCE.test(called.path)
      )
        expect(await call(slot, slot.usual), `${called.path}, ${slot.field}`).toMatchObject({
          ok: true,
        });
});

it.each(functions)("%s does work that grows no faster than a text", async (_, called) => {
  const parts = fc.uniqueArray(fc.constantFrom(...Object.values(HOSTILE_PARTS)), {
    minLength: 1,
    maxLength: 3,
  });
  const length = fc.constantFrom(60, 199, 400, 4_000, 30_000, 100_000);
  for (const slot of target.textsOf(called)) {
    const property = fc.asyncProperty(parts, length, async (chosen, long) => {
      const text = hostileText(chosen, long);
      const { work, result } = await textWorkOf(() => call(slot, text));
      expect(work, slot.field).toBeLessThan(workFor(long));
      // The runtime refuses half a surrogate pair, as Convex does; the page refuses it at its field before.
      if (!/\p{Surrogate}/u.test(text)) expect(result.ok || result.data, slot.field).toBeTruthy();
    });
    const longest = Object.values(HOSTILE_PARTS).map((part): [string[], number] => [
      [part],
      limitOf(slot),
    ]);
    await fc.assert(property, {
      examples: longest,
      numRuns: longest.length + 10,
    });
  }
});

it.each(functions)(
  "%s takes each text up to its limit, and names the field of a longer one",
  async (_, called) => {
    for (const slot of target.textsOf(called)) {
      const { field } = slot;
      if (isRow(slot) || SEARCH_FIELDS.includes(field)) continue;
      if (!isLimitedText(field)) throw new Error(`${field} has no limit.`);
      const { max } = TEXT_LIMITS[field];
      const refused = refusalAt(field, tooLongSentence(TEXT_LIMITS[field]));
      expect(await call(slot, "a".repeat(max))).not.toMatchObject(refused);
      expect(await call(slot, "a".repeat(max + 1))).toMatchObject(refused);
    }
  },
);

it.each(functions)(
  "%s takes each list up to its limit, and names the field of a longer one",
  async (_, called) => {
    for (const slot of target.listsOf(called)) {
      const { field, element } = slot;
      if (!isLimitedList(field)) throw new Error(`${field} has no limit.`);
      const { max, sentence } = LIST_LIMITS[field];
      const refused = refusalAt(field, sentence);
      const list = Array<JSONValue>(max).fill(element);
      expect(await call(slot, list)).not.toMatchObject(refused);
      expect(await call(slot, [...list, element])).toMatchObject(refused);
    }
  },
);

/** The error names the field, and in a list of rows also the row. */
function refusalAt(field: string, sentence: string) {
  return {
    ok: false,
    data: {
      code: "INVALID",
      field: expect.stringMatching(`(^|\\.)${field}$`) as string,
      message: expect.stringContaining(sentence) as string,
    },
  };
}
