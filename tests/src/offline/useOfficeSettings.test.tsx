import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { OfficeSettings } from "@domain/job/officeSettings";
import type { DayCopy } from "@/offline/days/copiedDay";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";

vi.mock("@/offline/days/DayCopyProvider");
vi.mock("@/offline/useOutbox");

const LIVE = { company_name: "Elm", opens_at: 480, closes_at: 1020 };
const EARLIER = { templates: { message_company: "Oak" } };

interface Shown {
  readonly live?: OfficeSettings;
  readonly copy?: Partial<DayCopy>;
  readonly isOffline?: boolean;
  readonly waiting?: readonly OutboxItem[];
}

function show({ live, copy, isOffline = false, waiting = [] }: Shown) {
  const copies = { copy: copy ?? null, isOffline } as unknown;
  vi.mocked(useDayCopies).mockReturnValue(copies as ReturnType<typeof useDayCopies>);
  vi.mocked(useOutbox).mockReturnValue({
    items: waiting,
  } as unknown as OutboxControl);
  const backend = new FakeBackend();
  backend.answer(api.office.settings, () => live);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  return renderHook(useOfficeSettings, { wrapper }).result.current;
}

const setCompany = (company_name: string | null) =>
  aWaiting("office:setSettings", { company_name });

it.each<[string, Shown, OfficeSettings | undefined]>([
  ["nothing while they are loading", {}, undefined],
  ["none without signal and without a copy", { isOffline: true }, {}],
  ["those of the server", { live: LIVE, copy: EARLIER }, LIVE],
  ["those of the copy", { copy: { ...EARLIER, settings: LIVE } }, LIVE],
  [
    "the company name of a copy from an earlier release",
    { copy: EARLIER },
    { company_name: "Oak" },
  ],
  [
    "a name that waits",
    { live: LIVE, waiting: [setCompany("Fir")] },
    { ...LIVE, company_name: "Fir" },
  ],
  ["no name where its removal waits", { copy: EARLIER, waiting: [setCompany(null)] }, {}],
])("shows %s", (_what, shown, settings) => {
  expect(show(shown)).toEqual(settings);
});
