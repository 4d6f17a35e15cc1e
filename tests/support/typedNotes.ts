import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import type { TypedText } from "@/offline/texts/TypedTexts";
import { hasUnsavedWork } from "@/lib/pendingWork";
import { aJob, type Job } from "./builders";
import { deviceRows, field, openJobOnDevice } from "./jobDialogs";
import { retype } from "./user";

export const typedRows = () => deviceRows<TypedText>("typed");

/** Opens the dialog of a job with a note, on a device that keeps what is typed. */
export const openNoted = (job: Partial<Job> = {}, { connected = true } = {}) =>
  openJobOnDevice({ job: aJob({ job_notes: "Gate", ...job }), connected });

/** As a page leaves it that goes to another address: typed, and the field not left. */
export async function typeAndEnd(text: string): Promise<void> {
  const { user, view, updates } = await openNoted();
  await retype(user, field("Notes"), text);
  await waitFor(async () =>
    expect(await typedRows()).toMatchObject([{ value: text, base: "Gate" }]),
  );
  expect(hasUnsavedWork()).toBe(false);
  view.unmount();
  expect(updates()).toEqual([]);
}

export const offer = () => screen.findByRole("region", { name: "Typed before" });

export const noOffer = () =>
  waitFor(() => expect(screen.queryByRole("region", { name: "Typed before" })).toBeNull());
