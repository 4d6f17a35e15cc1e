/**
 * Counts the work of JavaScript's text functions, in characters, so that a test can compare its growth without a clock.
 * Most of them read each character once. Normalization sorts each run of combining marks by insertion.
 */
const READ_THEIR_TEXT = ["includes", "replace", "split", "toLowerCase", "trim"] as const;
const READ_THEIR_ARGUMENT = [
  Symbol.match,
  Symbol.matchAll,
  Symbol.replace,
  Symbol.search,
  Symbol.split,
  "test",
] as const;

type Methods = Record<PropertyKey, (...args: unknown[]) => unknown>;
type WorkOf = (self: unknown, argument: unknown) => number;

/** The work of `act`. Nothing else may run meanwhile. */
export async function textWorkOf<Result>(
  act: () => Promise<Result>,
): Promise<{ work: number; result: Result }> {
  let work = 0;
  const count = (prototype: object, name: PropertyKey, workOf: WorkOf) => {
    const methods = prototype as Methods;
    const original = methods[name]!;
    methods[name] = function (this: unknown, ...args) {
      work += workOf(this, args[0]);
      return Reflect.apply(original, this, args);
    };
    return () => void (methods[name] = original);
  };
  const restore = [
    ...READ_THEIR_TEXT.map((name) => count(String.prototype, name, (self) => String(self).length)),
    ...READ_THEIR_ARGUMENT.map((name) =>
      count(RegExp.prototype, name, (_, text) => String(text).length),
    ),
    count(String.prototype, "normalize", (self) => sortingWork(String(self))),
  ];
  try {
    return { result: await act(), work };
  } finally {
    for (const undo of restore) undo();
  }
}

const MARK = /\p{M}/u;

function sortingWork(text: string): number {
  let work = 0;
  let run = 0;
  for (const character of text) {
    run = MARK.exec(character) === null ? 0 : run + 1;
    work += 1 + run;
  }
  return work;
}
