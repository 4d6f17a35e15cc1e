import { renderHook, waitFor } from "@testing-library/react";
import { useEffect, useState, type ReactNode } from "react";
import { expect } from "vitest";
import { provideToasts, type Toast } from "@/lib/toasts";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { useOutbox } from "@/offline/useOutbox";
import { emptyDevice } from "./deviceStores";
import { directCalls, keptCall, type SentCall } from "./expectCall";
import { FakeBackend } from "./fakeBackend";
import { OutboxPage } from "./outboxPage";
// Loaded with this file instead of during its first test.
import "@/offline/createOutbox";
import "@/offline/device/openDeviceStore";

/** A hook changes nothing in the document that would end a wait. In ms. */
const OFTEN = { interval: 2 };

interface PageParts {
  readonly backend?: FakeBackend;
  /** Shown beside the hook. */
  readonly screen?: ReactNode;
}

/**
 * Renders a hook for a person without signal whose device keeps changes, so that each change can be read where it
 * waits. Calls that do not wait go to the backend.
 */
export async function renderUnsent<T>(
  hook: () => T,
  { backend = new FakeBackend(), screen }: PageParts = {},
) {
  emptyDevice();
  backend.setConnection(false);
  const toasts: Toast[] = [];
  const view = renderHook(
    () => ({
      hook: hook(),
      outbox: useOutbox(),
      isOpen: useIsOutboxRead(),
    }),
    {
      wrapper: ({ children }) => (
        <OutboxPage backend={backend}>
          <ToastList toasts={toasts} />
          {screen}
          {children}
        </OutboxPage>
      ),
    },
  );
  await waitFor(() => expect(view.result.current.isOpen).toBe(true), OFTEN);
  const seen = new Set<string>();
  let direct = 0;
  const unseen = (): readonly SentCall[] => [
    ...view.result.current.outbox.items
      // Else the write could come after the device of the next test is empty.
      .filter(({ id, state }) => !seen.has(id) && state.kind !== "storing")
      .map(keptCall),
    ...directCalls(backend).slice(direct),
  ];
  return {
    backend,
    toasts,
    current: () => view.result.current.hook,
    /** What waits on the device, in the order of sending. */
    waiting: () => view.result.current.outbox.items,
    /** Asserts that the page has shown one toast, which offers to undo what waits. */
    expectUndo: (title: string) => {
      const ids = view.result.current.outbox.items.map(({ id }) => id);
      expect(toasts.map((toast) => ({ title: toast.title, id: toast.options.id }))).toEqual(
        ids.map((id) => ({ title, id: `undo-${id}` })),
      );
    },
    /** Waits for calls since the last time. */
    sent: async () => {
      await waitFor(() => expect(unseen()).not.toEqual([]), OFTEN);
      const sent = unseen();
      for (const { id } of view.result.current.outbox.items) seen.add(id);
      direct = backend.calls.length;
      return sent;
    },
  };
}

/** Collects the page's toasts, which no other part of this page shows. */
function ToastList({ toasts }: { readonly toasts: Toast[] }) {
  const [shown] = useState(toasts);
  useEffect(() => {
    provideToasts({
      show: (toast) => shown.push(toast),
      dismiss: () => undefined,
    });
    return () => provideToasts(null);
  }, [shown]);
  return null;
}
