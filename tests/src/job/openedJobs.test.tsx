import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Job } from "@/job/jobForm";
import { readOpened, useNoteOpened } from "@/job/openedJobs";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aJob } from "../../support/builders";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { FakeBackend } from "../../support/fakeBackend";
import { renderWithOutbox } from "../../support/outboxPage";

beforeEach(emptyDevice);

function Open({ job }: { readonly job: Job }) {
  useNoteOpened(job);
  return null;
}

async function open(name: string): Promise<void> {
  const job = { ...aJob(), customer_name: name, clientKey: name } as Job;
  const { unmount } = renderWithOutbox(new FakeBackend(), <Open job={job} />);
  await waitFor(async () => {
    const [last] = await readOpened(new DeviceStore(OWNER));
    expect(last?.name).toBe(name);
  });
  unmount();
}

it("remembers the five jobs opened last, each once, the last one first", async () => {
  for (const name of ["a", "b", "c", "d", "e", "f", "e"]) await open(name);
  const opened = await readOpened(new DeviceStore(OWNER));
  expect(opened.map(({ id }) => id)).toEqual(["e", "f", "d", "c", "b"]);
});
