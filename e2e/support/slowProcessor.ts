import type { BrowserContext, Page } from "@playwright/test";

/** How many times slower the pages' processor is (`npm run test:repeat -- --busy`). */
const RATE = Number(process.env.SLOW_PROCESSOR ?? 1);

/** Slows the processor of each page that the context has or opens, if the run asks for it. */
export function slowProcessorOf(context: BrowserContext): void {
  if (RATE === 1) return;
  const slow = (page: Page) => void slowProcessor(context, page);
  context.on("page", slow);
  for (const page of context.pages()) slow(page);
}

async function slowProcessor(context: BrowserContext, page: Page) {
  try {
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: RATE });
  } catch (error) {
    // A page that closes at once has no processor to slow.
    if (!page.isClosed()) throw error;
  }
}
