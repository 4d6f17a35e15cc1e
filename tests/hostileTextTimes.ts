/**
 * `npm run test:text [-- BYTES ...]`: the processor time of each public function with the slowest of the hostile texts
 * (tests/hostileText.deep.test.ts), by default of 4,000 bytes and of 1 MiB, the largest message, as JSON. The calls are
 * made in memory, without a network or a disk.
 */
import { StartupError } from "embedded-convex";
import type { Arguments } from "../scripts/commandLine";
import { convexModules } from "./support/convexModules";
import { HOSTILE_PARTS, hostileText, TextTarget, type ArgumentSlot } from "./support/hostileText";

const GOAL_MS = 50;
/** The fastest of these counts: the others met the garbage collector or another program. */
const RUNS = 3;

export async function main({ positionals }: Arguments): Promise<void> {
  const sizes = positionals.map(Number);
  if (!sizes.every((size) => size > 0))
    throw new StartupError(`Not a number of bytes: ${positionals.join(" ")}`);
  if (sizes.length === 0) sizes.push(4_000, 2 ** 20);

  const target = new TextTarget(await convexModules());
  await target.seed();
  const rows: { ms: number; what: string }[] = [];
  for (const called of target.functions) {
    const texts = target.textsOf(called);
    if (texts.length > 0) rows.push(await slowest(target, { texts, sizes }));
  }
  await target.close();

  rows.sort((a, b) => b.ms - a.ms);
  for (const { ms, what } of rows) console.log(`${ms.toFixed(1).padStart(10)} ms  ${what}`);
  const slow = rows.filter(({ ms }) => ms > GOAL_MS).length;
  console.log(`${slow} of ${rows.length} functions took over ${GOAL_MS} ms.`);
}

async function slowest(
  target: TextTarget,
  { texts, sizes }: { texts: readonly ArgumentSlot[]; sizes: number[] },
) {
  let found = { ms: 0, what: "" };
  for (const slot of texts)
    for (const [name, part] of Object.entries(HOSTILE_PARTS))
      for (const bytes of sizes) {
        const ms = await timeOf(target, slot, textOfBytes(part, bytes));
        const what = `${slot.called.path}: ${slot.field}, ${bytes} bytes of ${name}`;
        if (ms > found.ms) found = { ms, what };
      }
  return found;
}

function textOfBytes(part: string, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(part)) - 2;
  return hostileText([part], Math.floor(bytes / each) * part.length);
}

async function timeOf(target: TextTarget, slot: ArgumentSlot, text: string): Promise<number> {
  const times: number[] = [];
  const args = slot.argsWith(text);
  while (times.length < RUNS && Math.min(...times) > 1) {
    const start = process.cpuUsage();
    await target.call(slot.called, args);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
