/** Settings, progress and cancellation of `npm run backup` and `npm run restore`. */
import type { OnProgress } from "../server/backup/progress";
import { loadEnvFile, readConfig } from "../server/config";
import type { Arguments } from "./commandLine";

export interface BackupCommandOptions {
  readonly path: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Exit codes: 0 for success, 1 for an error, 130 if interrupted. */
export async function runBackupCommand(
  { positionals: [path = ""] }: Arguments,
  run: (options: BackupCommandOptions) => Promise<string>,
): Promise<void> {
  // All files created from here on are readable by their owner only.
  process.umask(0o077);
  const abort = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => abort.abort());
  const { signal } = abort;
  const { onProgress, end } = progressOn(process.stdout);
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  try {
    const summary = await run({ path, dataDir, signal, onProgress });
    end();
    console.log(summary);
  } catch (error) {
    end();
    if (!signal.aborted) throw error;
    console.error("Interrupted. Nothing was written.");
    process.exitCode = 130;
  }
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 100;

/** One line that is redrawn on a terminal; one line per step elsewhere. */
export function progressOn(
  out: Output,
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
