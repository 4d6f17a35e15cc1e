/** How soon the page answers a key, a click, a long press and a drag. */
import type { Page } from "@playwright/test";
import { longest, takeFrames, watchFrames } from "./pageFrames";
import { row, type Row } from "./results";
import { appears, inTime, type OpenPage, TIMES } from "./slowPage";

const JOBS = "ul[aria-label=Jobs] li";
const DIALOG_GOAL_MS = 100;
/** The entries of a month; the one at this index is in the middle of the first weeks. */
const ENTRY = "td li a";
const ENTRY_AT = 3;
/** Longer than a finger needs to hold an entry before it can be dragged. */
const HOLD_MS = 900;

export async function responses(open: OpenPage): Promise<Row[]> {
  return [
    await keysOfSearch(open),
    ...(await dialogs(open)),
    await firstKeyOfPalette(open),
    await longPress(open),
    await firstFrameOfDrag(open),
  ];
}

async function openAt(
  open: OpenPage,
  { path, content }: { readonly path: string; readonly content: string },
  device?: "phone",
): Promise<Page> {
  const opened = await open(device);
  await opened.goto(path);
  await appears(opened, content);
  await opened.waitForLoadState("networkidle");
  // By then the page has loaded what a screen loads when it is idle.
  await opened.waitForTimeout(11_000);
  await watchFrames(opened);
  return opened;
}

async function keysOfSearch(open: OpenPage): Promise<Row> {
  const opened = await openAt(open, { path: "/jobs", content: JOBS });
  await opened.getByLabel("Search jobs").click();
  await takeFrames(opened);
  await opened.keyboard.type("maple ridge", { delay: 400 });
  await opened.waitForTimeout(1_000);
  const { events } = await takeFrames(opened);
  await opened.context().close();
  return longest("A key press in the search of /jobs is painted", events);
}

async function dialogs(open: OpenPage): Promise<Row[]> {
  const opened = await openAt(open, { path: "/jobs", content: JOBS });
  const times: number[] = [];
  for (let time = 0; time < TIMES + 1; time += 1) {
    await appears(opened, JOBS);
    times.push(
      await opened.evaluate(async (selector) => {
        const card = document.querySelector<HTMLElement>(`${selector} button`);
        const begun = performance.now();
        card?.click();
        while (document.querySelector("[role=dialog] input") === null)
          await new Promise(requestAnimationFrame);
        return performance.now() - begun;
      }, JOBS),
    );
    await opened.keyboard.press("Escape");
    await opened.getByRole("dialog").waitFor({ state: "detached" });
  }
  await opened.context().close();
  return [
    row("Opening the first job", `${(times[0] ?? NaN).toFixed(0)} ms`),
    inTime("Opening a job later", times.slice(1), DIALOG_GOAL_MS),
  ];
}

async function firstKeyOfPalette(open: OpenPage): Promise<Row> {
  const opened = await openAt(open, { path: "/jobs", content: JOBS });
  await opened.keyboard.press("Control+k");
  await opened.getByRole("dialog").waitFor();
  await takeFrames(opened);
  await opened.keyboard.press("m");
  const { events } = await takeFrames(opened);
  await opened.context().close();
  return longest("The palette's first key is painted", events);
}

/** Holds an entry of the month until it can be dragged. */
async function longPress(open: OpenPage): Promise<Row> {
  const calendar = { path: "/calendar", content: ENTRY };
  const opened = await openAt(open, calendar, "phone");
  const point = await entryOf(opened);
  const devTools = await opened.context().newCDPSession(opened);
  await devTools.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [point],
  });
  await opened.waitForTimeout(HOLD_MS);
  const { longFrames, events } = await takeFrames(opened);
  await opened.context().close();
  return longest("A long press on the month", [...longFrames, ...events]);
}

async function firstFrameOfDrag(open: OpenPage): Promise<Row> {
  const calendar = { path: "/calendar", content: ENTRY };
  const opened = await openAt(open, calendar);
  const { x, y } = await entryOf(opened);
  await opened.mouse.move(x, y);
  await takeFrames(opened);
  await opened.mouse.down();
  await opened.waitForTimeout(100);
  await opened.mouse.move(x + 8, y + 8, { steps: 3 });
  const { longFrames, events } = await takeFrames(opened);
  await opened.context().close();
  return longest("The first frame of a drag in the month", [...longFrames, ...events]);
}

async function entryOf(opened: Page) {
  const box = await opened.locator(ENTRY).nth(ENTRY_AT).boundingBox();
  if (box === null) throw new Error("The month has no such entry.");
  return { x: box.x + 5, y: box.y + 5 };
}
