/** Faults in the rules of the trade, and in the screens that show what a rule says. */
import type { PlantedFault } from "./plantedFault";

const MESSAGES = {
  file: "domain/job/messages.ts",
  tests: ["tests/domain/job/messages.test.ts"],
};
const TYPED_CLOCK = {
  file: "domain/dates/typedClock.ts",
  tests: ["tests/domain/job/typedTimes.test.ts"],
};
const PASTED_CONTACT = {
  file: "domain/customer/pastedContact.ts",
  tests: ["tests/domain/customer/pastedContact.test.ts"],
};
const WEEK_GRID = {
  file: "domain/job/weekGrid.ts",
  tests: ["tests/domain/job/weekGrid.test.ts"],
};
const MONTH_MOVES = {
  file: "src/features/schedule/useMonthMoves.ts",
  tests: ["tests/src/features/schedule/useMonthMoves.test.tsx"],
};
const COLOR_PANEL = {
  file: "src/features/inventory/ColorPanel.tsx",
  tests: ["tests/src/features/inventory/InventoryScreen.test.tsx"],
};

export const RULE_FAULTS: readonly PlantedFault[] = [
  {
    ...MESSAGES,
    breaks: "a crew is not offered to be late for a visit of earlier today",
    find: "at >= today.from",
    replace: "at >= Math.max(today.from, now)",
  },
  {
    ...TYPED_CLOCK,
    breaks: `"tue 6" is 6 in the morning`,
    find: "hour <= 6 ?",
    replace: "hour < 6 ?",
  },
  {
    ...PASTED_CONTACT,
    breaks: "a second phone number stays in the text of the name",
    find: `left.replace(PHONES, ",$&,")`,
    replace: "left",
  },
  {
    ...WEEK_GRID,
    breaks: "the third of three visits at once is counted and not shown",
    find: "top - wanted > MAX_DELAY",
    replace: "top - wanted >= MAX_DELAY",
  },
  {
    ...WEEK_GRID,
    breaks: "Alt+Up moves a visit from 9:07 to 8:45",
    find: "Math.ceil(steps) - 1",
    replace: "Math.floor(steps) - 1",
  },
  {
    ...WEEK_GRID,
    breaks: "a visit covers the one that begins half an hour later",
    find: "Math.min(end, below) - top",
    replace: "end - top",
  },
  {
    ...MONTH_MOVES,
    breaks: "a day that is dropped on itself asks whether it should be moved",
    find: "else if (dragged.day !== day) ",
    replace: "else ",
  },
  {
    ...MONTH_MOVES,
    breaks: "a visit that is dropped on its own day is sent",
    find: "if (day !== entry.date) moveToDay",
    replace: "moveToDay",
  },
  {
    ...COLOR_PANEL,
    breaks: "the 6 inch list shows the 5 inch items",
    find: `title="6 inch" items={items6}`,
    replace: `title="6 inch" items={items5}`,
  },
  {
    file: "domain/stock/reorder.ts",
    tests: ["tests/domain/stock/reorder.test.ts"],
    breaks: "a count that came back from below 0 warns of missing stock",
    find: "before?.hadStock === true || quantity > 0;",
    replace: "before?.hadStock === true || quantity >= 0;",
  },
  {
    file: "domain/job/dayChanges.ts",
    tests: ["tests/domain/job/dayChanges.test.ts"],
    breaks: "a visit that is on the calendar again is moved from a former day",
    find: "if (before === null || time === null) return null;",
    replace: "if (before === null) return null;",
  },
  {
    file: "domain/job/schedule.ts",
    tests: ["tests/domain/job/schedule.test.ts"],
    breaks: "of two jobs at one time the later one comes first",
    find: "|| a._creationTime - b._creationTime",
    replace: "|| b._creationTime - a._creationTime",
  },
  {
    file: "domain/imports/checkRows.ts",
    tests: ["tests/domain/imports/checkRows.test.ts"],
    breaks: "an import asks about every customer with a known name",
    find: "hasContact(fields) ? this.#withoutContact : this.#byName",
    replace: "this.#byName",
  },
];
