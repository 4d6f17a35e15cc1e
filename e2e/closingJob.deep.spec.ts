import type { Page } from "@playwright/test";
import { savedRows } from "./support/device";
import { closeDialog, expectClosed } from "./support/dialog";
import { editDialog, jobCard, openDay, openJob } from "./support/jobs";
import { call } from "./support/office";
import { NETWORK_ERRORS, expect, test } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

interface Way {
  /** Ends with the day in sight, on this page or the next one. */
  readonly close: (page: Page) => Promise<Page>;
  readonly fate: "saved" | "discarded" | "offered";
}

async function closed(page: Page): Promise<Page> {
  await expectClosed(editDialog(page));
  return page;
}

async function openDayAgain(page: Page): Promise<Page> {
  await page.goto("/dashboard");
  return page;
}

/** A crash is tried in typedText.spec.ts. */
const WAYS: Readonly<Record<string, Way>> = {
  "the X": {
    fate: "saved",
    close: async (page) => {
      await editDialog(page).getByRole("button", { name: "Close" }).click();
      return await closed(page);
    },
  },
  Esc: {
    fate: "saved",
    close: async (page) => {
      await closeDialog(editDialog(page));
      return page;
    },
  },
  Back: {
    fate: "saved",
    close: async (page) => {
      await page.goBack();
      return await closed(page);
    },
  },
  "a click outside": {
    fate: "saved",
    close: async (page) => {
      await page.mouse.click(5, 5);
      return await closed(page);
    },
  },
  Discard: {
    fate: "discarded",
    close: async (page) => {
      const dialog = editDialog(page);
      await dialog.getByRole("button", { name: "Discard" }).last().click();
      return await closed(page);
    },
  },
  "another address": {
    fate: "offered",
    close: async (page) => {
      await page.goto("/calculator");
      return await openDayAgain(page);
    },
  },
  "a reload": {
    fate: "offered",
    close: async (page) => {
      await page.reload();
      await expect(editDialog(page)).toBeVisible();
      await closeDialog(editDialog(page));
      return page;
    },
  },
  "the end of its tab": {
    fate: "offered",
    close: async (page) => {
      const next = await page.context().newPage();
      await page.close({ runBeforeUnload: true });
      return await openDayAgain(next);
    },
  },
};

async function notesOnServer(page: Page): Promise<unknown> {
  const jobs = (await call(page.request, "query", {
    path: "jobs:getAll",
    args: {},
  })) as readonly { _id: string; job_notes?: string }[];
  return jobs[0]?.job_notes;
}

async function writeAsOffice(page: Page, notes: string) {
  const [job] = (await call(page.request, "query", {
    path: "jobs:getAll",
    args: {},
  })) as readonly { _id: string }[];
  const args = { id: job?._id, job_notes: notes };
  await call(page.request, "mutation", { path: "jobs:update", args });
}

// Decision D35
for (const [name, { close, fate }] of Object.entries(WAYS))
  test(`a note that is typed before ${name} is ${fate}, and never replaces what the office writes later`, async ({
    page: first,
  }) => {
    await openDay(first);
    const dialog = await openJob(first, "Ruth Okafor");
    await dialog.getByLabel("Notes").fill("Gate code 4417.");
    await expect.poll(() => savedRows(first, "typed")).toBe(1);
    let page = await close(first);
    await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
    const typed = fate === "saved" ? "Gate code 4417." : undefined;
    await expect.poll(() => notesOnServer(page)).toBe(typed);

    await writeAsOffice(page, "Dog in the yard.");
    for (let times = 0; times < 2; times += 1) {
      const again = await openJob(page, "Ruth Okafor");
      const notes = again.getByLabel("Notes");
      await expect(notes).toHaveValue("Dog in the yard.");
      const found = again.getByRole("region", { name: "Typed before" });
      await (fate === "offered"
        ? expect(found).toContainText("Gate code 4417.")
        : expect(found).toHaveCount(0));
      await notes.focus();
      page = await close(page);
    }
    await expect(jobCard(page, "Ruth Okafor")).toBeVisible();
    expect(await notesOnServer(page)).toBe("Dog in the yard.");
  });
