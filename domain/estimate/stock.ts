/** What is taken from stock for lines, and put back. */
import { isSideOpen, type Taken } from "./lines";
import {
  needOf,
  placeKey,
  takenPlace,
  type Need,
  type Office,
  type StockPlace,
  type TakenLine,
} from "./needs";

/** A difference of stock; a negative one takes. */
interface Move {
  readonly place: StockPlace;
  readonly delta: number;
}

export interface StockPlan<Line> {
  readonly moves: readonly (Move & { readonly line: Line })[];
  /** What each line will have taken. */
  readonly taken: readonly { readonly line: Line; readonly taken: Taken }[];
  /** The lines whose side has to be chosen before. */
  readonly open: readonly Line[];
}

/** A quantity that the server keeps from falling below zero: an item's stock or a color's, with a unique name. */
export interface StockCount {
  readonly name: string;
  readonly quantity: number;
}

/** The counts that a move at the place changes. */
export type CountsAt = (place: StockPlace) => readonly StockCount[];

/**
 * Takes for each line what it needs beyond what was taken for it before, and puts back what is too much. Stock
 * never falls below zero: a line takes what is there, and the others go on.
 */
export function takeFromStock<Line extends TakenLine>(
  lines: readonly Line[],
  office: Office,
  countsAt: CountsAt,
): StockPlan<Line> {
  const stock = new RunningStock(countsAt);
  const plan: Plan<Line> = { moves: [], taken: [], open: [] };
  for (const line of lines) {
    const need = needOf(line, office);
    if (isSideOpen(line)) plan.open.push(line);
    else if (need !== null) take(plan, stock, { line, need });
  }
  return plan;
}

/** What the lines lack after they have taken: what was not there. */
export function missingOf<Line extends TakenLine>(
  lines: readonly Line[],
  office: Office,
): { readonly line: Line; readonly quantity: number }[] {
  return lines.flatMap((line) => {
    const need = needOf(line, office);
    if (need === null || isSideOpen(line)) return [];
    // What the office has no item of cannot be taken.
    const taken = need.itemId === undefined ? 0 : (line.taken ?? 0);
    const quantity = need.quantity - taken;
    return quantity > 0 ? [{ line, quantity }] : [];
  });
}

/** Puts back what was taken for the lines. */
export function putBack<Line extends TakenLine>(lines: readonly Line[]): StockPlan<Line> {
  const plan: Plan<Line> = { moves: [], taken: [], open: [] };
  for (const line of lines) become(plan, line, NOTHING_TAKEN);
  return plan;
}

/** How stock moves when what was taken of a line becomes something else. */
export function movesBetween(before: Taken, after: Taken): Move[] {
  const [from, to] = [takenPlace(before), takenPlace(after)];
  const [had, has] = [before.taken ?? 0, after.taken ?? 0];
  const moves =
    from !== null && to !== null && placeKey(from) === placeKey(to)
      ? [{ place: to, delta: had - has }]
      : [
          ...(from === null ? [] : [{ place: from, delta: had }]),
          ...(to === null ? [] : [{ place: to, delta: -has }]),
        ];
  return moves.filter(({ delta }) => delta !== 0);
}

type Plan<Line> = {
  [Part in keyof StockPlan<Line>]: StockPlan<Line>[Part][number][];
};

const NOTHING_TAKEN: Taken = {
  taken: undefined,
  takenItem: undefined,
  takenSize: undefined,
  takenColor: undefined,
};

function become<Line extends TakenLine>(plan: Plan<Line>, line: Line, taken: Taken): void {
  const moves = movesBetween(line, taken);
  if (moves.length === 0) return;
  plan.moves.push(...moves.map((move) => ({ line, ...move })));
  plan.taken.push({ line, taken });
}

function take<Line extends TakenLine>(
  plan: Plan<Line>,
  stock: RunningStock,
  { line, need }: { readonly line: Line; readonly need: Need },
): void {
  const { itemId, size, colorNumber, quantity: wanted } = need;
  if (itemId === undefined) return;
  const place = { itemId, size, colorNumber };
  // Everything that was taken before is put back first: it may be of another item.
  for (const move of movesBetween(line, NOTHING_TAKEN)) stock.move(move);
  const has = Math.min(wanted, Math.max(stock.at(place), 0));
  stock.move({ place, delta: -has });
  const taken = {
    taken: has,
    takenItem: itemId,
    takenSize: size,
    takenColor: colorNumber,
  };
  become(plan, line, has === 0 ? NOTHING_TAKEN : taken);
}

/** The stock while lines take from it. */
class RunningStock {
  readonly #countsAt: CountsAt;
  readonly #moved = new Map<string, number>();

  constructor(countsAt: CountsAt) {
    this.#countsAt = countsAt;
  }

  at(place: StockPlace): number {
    const left = this.#countsAt(place).map(
      ({ name, quantity }) => quantity + (this.#moved.get(name) ?? 0),
    );
    return Math.min(...left);
  }

  move({ place, delta }: Move): void {
    for (const { name } of this.#countsAt(place))
      this.#moved.set(name, (this.#moved.get(name) ?? 0) + delta);
  }
}
