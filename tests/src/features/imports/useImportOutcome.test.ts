import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import type { ImportSession } from "@/features/imports/importSession";
import { useImportOutcome } from "@/features/imports/useImportOutcome";

afterEach(() => vi.unstubAllGlobals());

const choicesOf = (none: string) => ({ kind: "jobs", times: { none } }) as ImportChoices;
const outcomeOf = (finished: number) => ({ finished }) as ImportOutcome;

/** A worker whose responses the test gives, in any order. */
function aWorker() {
  const responses: {
    readonly resolve: (outcome: ImportOutcome) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const apply = () =>
    new Promise<ImportOutcome>((resolve, reject) => responses.push({ resolve, reject }));
  const session = { apply } as unknown as ImportSession;
  const view = renderHook((choices: ImportChoices) => useImportOutcome(session, choices), {
    initialProps: choicesOf("09:00"),
  });
  const respond = (at: number) => act(() => Promise.resolve(responses[at]?.resolve(outcomeOf(at))));
  const shown = () => {
    const { outcome, isCurrent, hasFailed } = view.result.current;
    return [outcome?.finished, isCurrent, hasFailed];
  };
  return { ...view, responses, respond, shown };
}

it("shows the previous rows while the worker makes new ones, and says so", async () => {
  const { rerender, respond, shown } = aWorker();
  expect(shown()).toEqual([undefined, false, false]);
  await respond(0);
  expect(shown()).toEqual([0, true, false]);
  rerender(choicesOf("10:00"));
  expect(shown()).toEqual([0, false, false]);
  await respond(1);
  expect(shown()).toEqual([1, true, false]);
});

it("shows the rows of the last choices, even if those of earlier choices arrive later", async () => {
  const { rerender, respond, shown } = aWorker();
  rerender(choicesOf("10:00"));
  await respond(1);
  await respond(0);
  expect(shown()).toEqual([1, true, false]);
});

it("reports each failure of the worker, and shows only that of the last request", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const { rerender, responses, shown } = aWorker();
  rerender(choicesOf("10:00"));
  const fail = (at: number) =>
    act(() => Promise.resolve(responses[at]?.reject(new Error("memory"))));
  await fail(0);
  expect(shown()).toEqual([undefined, false, false]);
  await fail(1);
  expect(shown()).toEqual([undefined, false, true]);
  expect(report).toHaveBeenCalledTimes(2);
});
