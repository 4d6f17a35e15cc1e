import { errors, expect, type Locator, type Page } from "@playwright/test";
import { wholeNumber, type Random } from "../../domain/text/random";
import {
  EDITED_FIELDS,
  hasOpenedText,
  stockOf,
  type CrewLedger,
  type EditedField,
  type Entry,
} from "./crewLedger";
import { readRows } from "./device";
import { closeDialog, expectClosed } from "./dialog";
import { editDialog, fillJob, jobCard, openNewJob } from "./jobs";
import type { Office } from "./office";
import type { PhotoFile } from "./photos";

export type Step = "edit" | "photo" | "create" | "stock" | "mark" | "text";

/** 30 edits over five jobs, ten photos, two new jobs, the stock, and what a crew taps on its way. */
export const WHOLE_DAY: readonly Step[] = [
  ...Array<"edit">(30).fill("edit"),
  ...Array<"photo">(10).fill("photo"),
  ...Array<"create">(2).fill("create"),
  ...Array<"stock">(2).fill("stock"),
  ...Array<"mark">(4).fill("mark"),
  ...Array<"text">(4).fill("text"),
];

const STATUSES = [
  "approved",
  "install_scheduled",
  "completed",
  "installed_paid",
  "service",
] as const;

const FIELDS = Object.keys(EDITED_FIELDS) as EditedField[];

const ADJUST_STOCK = "inventory:adjustColorQuantity";

interface OutboxRow {
  readonly id: string;
  readonly call: string;
  readonly subject: { readonly key: string };
  readonly args: Readonly<Record<string, unknown>>;
}

interface KeptPhotoRow {
  readonly kind: string;
  readonly subject: { readonly key: string };
  readonly state?: { readonly fileId?: string };
}

interface CrewOptions {
  readonly ledger: CrewLedger;
  readonly office: Office;
  /** Moves the crew's visits meanwhile. */
  readonly teammate: Office;
  readonly random: Random;
  readonly photo: PhotoFile;
  /** The names of the customers of the ledger's jobs. */
  readonly customers: readonly string[];
}

/** The hands of the crew: each step is done in the page, and written down. */
export class CrewDay {
  #edits = 0;
  #created = 0;

  constructor(private readonly o: CrewOptions) {}

  /** Starts the application, as from the phone's home screen. */
  async open(page: Page) {
    await page.goto("/dashboard", { waitUntil: "commit" });
    await expect(page.getByRole("article").first()).toBeVisible({
      timeout: 60_000,
    });
  }

  /** Resolves when the device or the server has what was done. The stock's screen needs to be open for it. */
  async act(page: Page, step: Exclude<Step, "stock">) {
    switch (step) {
      case "edit":
        return this.#edit(page);
      case "photo":
        return this.#addPhoto(page);
      case "create":
        return this.#create(page);
      case "mark":
        return this.#mark(page);
      case "text":
        return this.#text(page);
    }
  }

  /** Another field of the job with each edit: the history joins edits of one field. */
  async #edit(page: Page) {
    const { ledger, customers } = this.o;
    const number = this.#edits++;
    const at = number % customers.length;
    const round = Math.floor(number / customers.length);
    const field = FIELDS[(round + at) % FIELDS.length]!;
    const jobId = ledger.jobIds[at]!;
    const dialog = await this.#openJob(page, at);
    const control = dialog.getByLabel(EDITED_FIELDS[field], { exact: true });
    const value = valueOf(field, number);
    const entry = ledger.edit(jobId, field, value);
    if (field === "job_status") {
      await control.selectOption(String(value));
    } else {
      await control.fill(String(value));
      await control.press("Tab");
    }
    await this.#whenKept(
      entry,
      async () =>
        (await this.#changes(page)).some(
          (row) => row.subject.key === jobId && row.args[field] === value,
        ) || (await this.#job(jobId))?.[field] === value,
    );
  }

  async #addPhoto(page: Page) {
    const { ledger, photo, customers } = this.o;
    const at = this.#randomJob();
    const jobId = ledger.jobIds[at]!;
    const count = await this.#photosOf(page, jobId);
    const entry = ledger.photo(jobId, photo.name);
    await this.#takePhoto(page, customers[at]!);
    await this.#whenKept(entry, async () => (await this.#photosOf(page, jobId)) > count);
  }

  /** On the card of the visit, or with the tap that follows another photo of it. */
  async #takePhoto(page: Page, customer: string) {
    const { random, photo } = this.o;
    await this.#closeDialog(page);
    const bar = page.getByRole("region", { name: `Photos of ${customer}` });
    const another = bar.getByRole("button", { name: "Take another" });
    const isNext = (await another.isVisible()) && random() < 0.5;
    const first = jobCard(page, customer).getByRole("button", {
      name: "Take photo for estimate photos",
    });
    const chooser = await tapUntil(page, async () => {
      const button = isNext && (await another.isVisible()) ? another : first;
      const [opened] = await Promise.all([
        page.waitForEvent("filechooser", { timeout: SHOW_LIMIT_MS }),
        button.click({ timeout: TAP_LIMIT_MS }),
      ]);
      return opened;
    });
    await chooser.setFiles([photo]);
  }

  /** The status that follows the visit. A job that is past it has no such button. */
  async #mark(page: Page) {
    const { ledger } = this.o;
    const at = this.#randomJob();
    const jobId = ledger.jobIds[at]!;
    const entry = await this.#tapAction(page, at, {
      name: "Mark Estimate Delivered",
      note: () => ledger.edit(jobId, "job_status", "estimate_sent"),
    });
    if (entry === null) return;
    await this.#whenKept(
      entry,
      async () =>
        (await this.#changes(page)).some(
          ({ subject, args }) => subject.key === jobId && args.job_status === "estimate_sent",
        ) || (await this.#job(jobId))?.job_status === "estimate_sent",
    );
  }

  /** After a look at what the office has moved, if the phone knows it. */
  async #text(page: Page) {
    const { ledger, office, teammate } = this.o;
    const at = this.#randomJob();
    const jobId = ledger.jobIds[at]!;
    await teammate.mutation("jobs:update", {
      id: jobId,
      job_estimate_date: Date.now(),
    });
    await this.#closeDialog(page);
    await tapIfThere(page.getByRole("button", { name: "Seen" }), () => true);
    const message = page.getByRole("dialog", { name: "On my way" });
    const open = message.getByRole("link", { name: "Open message app" });
    const text = { name: "On my way", note: () => true };
    const tapped = await this.#tapAction(page, at, text);
    if (tapped === null && !(await message.isVisible())) return;
    await expect(open).toBeVisible();
    const entry = ledger.text(jobId);
    await open.click();
    await this.#whenKept(
      entry,
      async () =>
        (await this.#changes(page)).some(
          ({ call, args }) => call === "messages:noteOpened" && args.subject === jobId,
        ) || (await hasOpenedText(office, jobId)),
    );
    await expectClosed(message);
  }

  /** Taps a button of the visit's second row or, without one, of More. Resolves to its note; null if neither has it. */
  async #tapAction<Note>(
    page: Page,
    at: number,
    { name, note }: { readonly name: string; readonly note: () => Note },
  ): Promise<Note | null> {
    await this.#closeDialog(page);
    const customer = this.o.customers[at]!;
    const card = jobCard(page, customer);
    const onCard = card.getByRole("button", { name });
    const tapped = await tapIfThere(onCard, note);
    if (tapped !== null) return tapped;
    const more = page.getByRole("dialog", { name: customer });
    await tapUntilShown(
      card.getByRole("button", { name: "More" }),
      more.getByRole("button", { name: "Text" }),
    );
    const found = await tapIfThere(more.getByRole("button", { name }), note);
    // A tap that was not confirmed in time may have had its effect, and have closed the dialog.
    if (found === null && (await more.isVisible())) await closeDialog(more);
    return found;
  }

  #randomJob(): number {
    return wholeNumber(this.o.random, 0, this.o.customers.length - 1);
  }

  /** How many photos of a job the device and the server have together, at one moment. */
  async #photosOf(page: Page, jobId: string): Promise<number> {
    const read = async () => {
      const rows = await readRows<KeptPhotoRow>(page, "photos");
      return rows.filter(({ kind, subject }) => kind === "kept" && subject.key === jobId);
    };
    for (;;) {
      const rows = await read();
      const stored = (await this.#job(jobId))?.job_photo_estimate ?? [];
      if (JSON.stringify(rows) !== JSON.stringify(await read())) continue;
      const waiting = rows.filter(({ state }) => !stored.includes(state?.fileId ?? ""));
      return stored.length + waiting.length;
    }
  }

  async #create(page: Page) {
    await this.#closeDialog(page);
    const number = (this.#created += 1);
    const address = `${number} New Street`;
    const dialog = await openNewJob(page);
    await fillJob(dialog, { customer: `New customer ${number}`, address });
    const entry = this.o.ledger.create(address);
    await dialog.getByRole("button", { name: "Save Job" }).click();
    const isAtAddress = (fields: Readonly<Record<string, unknown>>) =>
      fields.job_address === address;
    await this.#whenKept(
      entry,
      async () =>
        (await this.#changes(page)).some(({ args }) => isAtAddress(args)) ||
        (await this.o.office.query<Job[]>("jobs:getAll")).some(isAtAddress),
    );
    await expectClosed(dialog);
  }

  /** With a good line: the device keeps no copy of the stock. */
  async openStock(page: Page) {
    const { colorNumber } = this.o.ledger;
    await page.goto(`/inventory?color=${colorNumber}`, { waitUntil: "commit" });
    await expect(addOne(page)).toBeVisible({ timeout: 60_000 });
  }

  /** Takes one in on the open screen of the stock, and goes back to the day. */
  async takeIn(page: Page) {
    const { waiting, stock } = await this.#stockOf(page);
    const entry = this.o.ledger.takeIn();
    await addOne(page).click();
    await this.#whenKept(
      entry,
      async () =>
        (await this.#waitingStock(page)).some((id) => !waiting.includes(id)) ||
        (await this.#stockOnServer()) > stock + waiting.length,
    );
    await this.open(page);
  }

  /** The stock on the server, and the changes to it that wait on the device, at one moment. */
  async #stockOf(page: Page) {
    for (;;) {
      const before = await this.#waitingStock(page);
      const stock = await this.#stockOnServer();
      const waiting = await this.#waitingStock(page);
      if (before.join() === waiting.join()) return { waiting, stock };
    }
  }

  async #waitingStock(page: Page): Promise<string[]> {
    const rows = await this.#changes(page);
    return rows.filter(({ call }) => call === ADJUST_STOCK).map(({ id }) => id);
  }

  async #changes(page: Page): Promise<OutboxRow[]> {
    return await readRows<OutboxRow>(page, "outbox");
  }

  async #stockOnServer(): Promise<number> {
    const { office, ledger } = this.o;
    return (await stockOf(office, ledger.colorNumber)) ?? 0;
  }

  async #openJob(page: Page, at: number) {
    const { customers, random } = this.o;
    const dialog = editDialog(page);
    const customer = customers[at]!;
    const isOpen =
      (await dialog.isVisible()) &&
      (await dialog.getByLabel("Customer name").inputValue()) === customer;
    if (isOpen && random() < 0.5) return dialog;
    await this.#closeDialog(page);
    await tapUntilShown(
      jobCard(page, customer).getByRole("button", { name: customer }),
      dialog.getByLabel("Address", { exact: true }),
    );
    return dialog;
  }

  async #closeDialog(page: Page) {
    const dialog = editDialog(page);
    if (!(await dialog.isVisible())) return;
    await closeDialog(dialog);
  }

  async #job(id: string): Promise<Job | null> {
    return await this.o.office.query<Job | null>("jobs:get", { id });
  }

  async #whenKept(entry: Entry, isKept: () => Promise<boolean>) {
    await expect.poll(isKept, { timeout: 60_000, intervals: [20, 50, 100] }).toBe(true);
    entry.isKept = true;
  }
}

const TAP_LIMIT_MS = 2000;
/** Far above what a dialog takes on a busy machine. */
const SHOW_LIMIT_MS = 10_000;

/**
 * Taps until something opens. A tap is lost where the day's cards move between its two halves, as when the line above
 * them begins to say that the phone is offline: the crew then taps again.
 */
async function tapUntil<Opened>(page: Page, tap: () => Promise<Opened>): Promise<Opened> {
  for (;;) {
    try {
      return await tap();
    } catch (error) {
      await liftFinger(page, error);
    }
  }
}

/**
 * After a tap that was not possible. The test's pointer stays where it tapped last, and toasts under a pointer do not
 * go: they would cover a button for ever.
 */
async function liftFinger(page: Page, error: unknown) {
  if (!(error instanceof errors.TimeoutError)) throw error;
  await page.mouse.move(0, 0);
}

async function tapUntilShown(button: Locator, opened: Locator) {
  await tapUntil(button.page(), async () => {
    if (await opened.isVisible()) return;
    await button.click({ timeout: TAP_LIMIT_MS });
    await opened.waitFor({ timeout: SHOW_LIMIT_MS });
  });
}

/**
 * Taps a button, and resolves to what `note` wrote down before. Null if there is no button, or none any more: the page
 * may learn meanwhile that another visit is the next.
 */
async function tapIfThere<Note>(button: Locator, note: () => Note): Promise<Note | null> {
  let noted: Note | null = null;
  while (await button.isVisible()) {
    noted ??= note();
    try {
      await button.click({ timeout: TAP_LIMIT_MS });
      return noted;
    } catch (error) {
      await liftFinger(button.page(), error);
    }
  }
  return null;
}

function addOne(page: Page) {
  return page.getByRole("button", { name: "Add 1", exact: true });
}

type Job = Readonly<Record<string, unknown>> & {
  readonly job_photo_estimate: readonly string[];
};

function valueOf(field: EditedField, number: number): string | number {
  switch (field) {
    case "job_address":
      return `${number} Elm Street`;
    case "job_city":
      return `City ${number}`;
    case "jobs_price":
      return 100 + number;
    case "job_notes":
      return `Note ${number}.`;
    case "job_status":
      return STATUSES[Math.floor(number / 25) % STATUSES.length]!;
  }
}
