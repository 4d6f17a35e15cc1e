import { act, renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { OutboxChange } from "convex-outbox";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { provideToasts } from "@/lib/toasts";
import { useChange } from "@/offline/useChange";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";

const shown: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  provideToasts({
    show: ({ title }) => shown.push(title),
    dismiss: () => undefined,
  });
});
afterEach(() => {
  provideToasts(null);
  vi.useRealTimers();
});

const CHANGE: OutboxChange = aWaiting("jobs:update", { id: "job1" });
const REFUSED = {
  kind: "refused",
  refusal: { code: "INVALID", message: "Too long." },
} as const;

type Outcome = typeof REFUSED | { kind: "saved"; value: null };

/** Submits a form's change, whose outcome the test gives. */
function submit() {
  let respond: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => (respond = resolve));
  const backend = new FakeBackend();
  const { result } = renderHook(useChange, {
    wrapper: ({ children }) => (
      <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
    ),
  });
  let ended: unknown = null;
  act(() => {
    void result.current
      .submit(CHANGE, {
        ...{ name: "Price", shows: () => true },
        put: () => ({ isStored: Promise.resolve(true), outcome }),
      })
      .then((value) => (ended = value));
  });
  const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    settle,
    isSubmitting: () => result.current.isSubmitting,
    ended: () => ended,
    respond: (next: Outcome) => {
      respond(next);
      return settle();
    },
  };
}

it("a form that still waits shows a refusal itself", async () => {
  const { settle, respond, ended, isSubmitting } = submit();
  await settle(1999);
  expect([isSubmitting(), ended()]).toEqual([true, null]);
  await respond(REFUSED);
  expect(ended()).toMatchObject({ ok: false, error: REFUSED.refusal });
  expect([isSubmitting(), shown]).toEqual([false, []]);
});

it("a refusal after 2 s is shown in a toast, because the form has closed", async () => {
  const { settle, respond, ended, isSubmitting } = submit();
  await settle(2000);
  expect([ended(), isSubmitting()]).toEqual([{ ok: true }, false]);
  await respond(REFUSED);
  expect(shown).toEqual(["Save failed"]);
});
