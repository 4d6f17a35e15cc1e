/** What `npm run backup` and `npm run restore` have in common: how they are told things, how they tell, and how they are stopped. */
import { parseArgs } from "node:util";
import { StartupError } from "embedded-convex";
import type { OnProgress } from "../server/backup/progress";
import { loadEnvFile, readConfig } from "../server/config";
import { carryOut } from "./moving";

export interface Task {
  readonly path: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Ends the process with 0 if all went well, 1 with a sentence if not, 130 if it was told to stop. */
export async function carryOutTask(
  usage: string,
  work: (task: Task) => Promise<string>,
): Promise<void> {
  // Before the first file is made: what is kept here is nobody else's on this machine.
  process.umask(0o077);
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => stopping.abort());
  const { signal } = stopping;
  const { onProgress, end } = progressOn(process.stdout);
  await carryOut(async () => {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1)
      throw new StartupError(usage);
    loadEnvFile();
    const { dataDir } = readConfig(process.env);
    try {
      const told = await work({ path, dataDir, signal, onProgress });
      end();
      console.log(told);
    } catch (error) {
      end();
      if (!signal.aborted) throw error;
      console.error("Stopped: nothing was kept.");
      process.exitCode = 130;
    }
  });
}

interface Told {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 100;

/** On a terminal one line that changes; elsewhere, as in a file, a line for each step. */
export function progressOn(
  out: Told,
  now: () => number = () => performance.now(),
): { readonly onProgress: OnProgress; readonly end: () => void } {
  let current = "";
  let drawnAt = -Infinity;
  const draw = (text: string) => out.write(`\r\u001b[K${text}`);
  return {
    onProgress: (step, of) => {
      const isNew = step !== current;
      current = step;
      if (out.isTTY !== true) {
        if (isNew) out.write(`${step} ...\n`);
        return;
      }
      if (!isNew && now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      draw(of ? `${step} ... ${of.done} of ${of.total}` : `${step} ...`);
    },
    end: () => {
      if (out.isTTY === true && current !== "") draw("");
    },
  };
}
