/** Scrolling through 2,000 cards of /jobs, and through a day of 60 visits with photos. */
import type { Page } from "@playwright/test";
import { heapOf, longest, takeFrames, watchFrames } from "./pageFrames";
import { rowWithGoal, type Row } from "./results";
import { appears, type OpenPage } from "./slowPage";

const CARDS = 2_000;
const CARDS_A_PAGE = 24;
/** The limit of the memory with all cards, as a multiple of the memory with half of them. */
const MAX_GROWTH = 1.25;
const WHEEL_PX = 400;
const WHEEL_EVERY_MS = 50;
const LIST = "ul[aria-label=Jobs]";

export async function longLists(open: OpenPage, photoDay: string): Promise<Row[]> {
  return [
    ...(await scrollJobs(open)),
    await scrollDay(open, "laptop", photoDay),
    await scrollDay(open, "phone", photoDay),
  ];
}

async function scrollJobs(open: OpenPage): Promise<Row[]> {
  const opened = await open();
  const pages = countPages(opened);
  await opened.goto("/jobs");
  await appears(opened, `${LIST} li`);
  await opened.waitForLoadState("networkidle");
  await watchFrames(opened);
  await opened.mouse.move(700, 500);
  const frames: number[] = [];
  const heaps: Awaited<ReturnType<typeof heapOf>>[] = [];
  for (const cards of [CARDS / 2, CARDS]) {
    while (pages() * CARDS_A_PAGE < cards) {
      await opened.mouse.wheel(0, WHEEL_PX);
      await opened.waitForTimeout(WHEEL_EVERY_MS);
    }
    frames.push(...(await takeFrames(opened)).longFrames);
    heaps.push(await heapOf(opened));
    // Drops the frame in which the garbage was collected.
    await takeFrames(opened);
  }
  await opened.context().close();
  const [half, whole] = heaps;
  if (half === undefined || whole === undefined) throw new Error("No heap");
  const growth = whole.megabytes / half.megabytes;
  return [
    longest(`Frames while /jobs is scrolled to its ${CARDS}th card`, frames),
    rowWithGoal(
      `Memory with ${CARDS / 2} and with ${CARDS} cards`,
      `${half.megabytes.toFixed(1)} and ${whole.megabytes.toFixed(1)} MB, ${half.nodes} and ${whole.nodes} nodes`,
      { goal: `<= ${MAX_GROWTH} times`, isMet: growth <= MAX_GROWTH },
    ),
  ];
}

/** How many pages of the list the page has requested. */
function countPages(opened: Page): () => number {
  let pages = 0;
  opened.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const asked = String(payload).match(/"udfPath":"jobs[^":]*:list"/g);
      pages += asked?.length ?? 0;
    }),
  );
  return () => pages;
}

async function scrollDay(open: OpenPage, device: "laptop" | "phone", day: string): Promise<Row> {
  const opened = await open(device);
  await opened.goto(`/dashboard?date=${day}`);
  await appears(opened, "article");
  await opened.waitForLoadState("networkidle");
  await opened.waitForTimeout(2_000);
  await watchFrames(opened);
  await opened.mouse.move(200, 500);
  for (const step of [200, -200, 200, -200])
    for (let time = 0; time < 40; time += 1) {
      await opened.mouse.wheel(0, step);
      await opened.waitForTimeout(WHEEL_EVERY_MS);
    }
  const { longFrames } = await takeFrames(opened);
  await opened.context().close();
  return longest(`Frames while a day of 60 visits with photos is scrolled, ${device}`, longFrames);
}
