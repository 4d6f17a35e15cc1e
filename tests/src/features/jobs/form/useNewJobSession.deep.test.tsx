import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { useHasPhotos } from "@/job/photos/usePhotos";
import type { NewJobStart } from "@/job/requestedStart";
import { useNewJobSession } from "@/features/jobs/form/useNewJobSession";
import { DeviceStore } from "@/offline/device/deviceStore";
import { keepDraft } from "../../../../support/keepDraft";
import { emptyDevice, OWNER } from "../../../../support/deviceStores";
import { FakeBackend } from "../../../../support/fakeBackend";
import { OutboxPage } from "../../../../support/outboxPage";
import "@/offline/device/openDeviceStore";

vi.mock("@/job/photos/usePhotos");

beforeEach(() => {
  emptyDevice();
  vi.mocked(useHasPhotos).mockReturnValue(false);
});

const START: NewJobStart = {
  id: "start",
  chosen: null,
  values: { ...EMPTY_JOB_FORM, job_address: "12 Oak St" },
};

const show = (start?: NewJobStart) =>
  renderHook(() => useNewJobSession(start), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <OutboxPage backend={new FakeBackend()}>{children}</OutboxPage>
    ),
  });

const isFilled = (start?: NewJobStart) => show(start).result.current.isFilled;

it("a new job counts as filled once somebody has entered something, a photo included", () => {
  expect(isFilled()).toBe(false);
  expect(isFilled(START)).toBe(false);
  expect(isFilled({ ...START, isTyped: true })).toBe(true);
  vi.mocked(useHasPhotos).mockReturnValue(true);
  expect(isFilled()).toBe(true);
});

it("offers the three drafts begun last until something is entered", async () => {
  const store = new DeviceStore(OWNER);
  for (const at of [1, 2, 3, 4])
    await keepDraft(store, {
      ...{ id: `draft${at}`, at, chosen: null },
      values: { ...EMPTY_JOB_FORM, job_notes: `${at}` },
    });
  store.close();
  const { result } = show();
  const offered = () => result.current.offered.map(({ id }) => id);
  await waitFor(() => expect(offered()).toEqual(["draft4", "draft3", "draft2"]));
  act(() => result.current.session.type("job_city", "Troy"));
  expect(offered()).toEqual([]);
});
