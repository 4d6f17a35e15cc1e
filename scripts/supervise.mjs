/**
 * Runs a command that serves. One child prepares it from the TypeScript sources, which may build with Vite, names the
 * program to run, and ends: so its memory is free while the program runs, as a second child. This process only waits,
 * and loads nothing.
 *
 * Whatever ends this process ends the children, which notice by themselves (endWithParent.mjs). This process notices
 * when npm has ended: npm starts it through a shell, and at most ends that shell.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

/** Ctrl+C on a terminal signals all processes. This one waits for the other to end. */
const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

const NPM_CHECK_MS = 1_000;

const beside = (/** @type {string} */ name) => new URL(name, import.meta.url);

/**
 * @param {readonly string[]} argv of Node
 * @returns {Promise<{ status: number, program: readonly string[] | null }>} `program` as the child has named it
 */
async function run(argv) {
  const preload = `--import=${beside("endWithParent.mjs").href}`;
  const child = spawn(process.execPath, [preload, ...argv], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, stop);
  /** @type {readonly string[] | null} */
  let program = null;
  child.on("message", (named) => {
    program = /** @type {readonly string[]} */ (named);
  });
  // Both: the channel may hold a message when the process has ended.
  await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  for (const forwarded of FORWARDED) process.off(forwarded, stop);
  const { exitCode, signalCode } = child;
  const signalStatus = 128 + constants.signals[signalCode ?? "SIGTERM"];
  return { status: exitCode ?? signalStatus, program };
}

/** The shell in which npm runs the script, and npm; without a shell between them, npm alone. */
function processesOfNpm() {
  if (process.env.npm_lifecycle_event === undefined) return [];
  const { ppid } = process;
  if (process.platform === "win32") return [ppid];
  const ps = ["-o", "ppid=,args=", "-p", String(ppid)];
  const { stdout } = spawnSync("ps", ps, { encoding: "utf8" });
  // Its arguments are the script; npm's title has the name of the script only.
  const npm = /^ *(\d+) .*run\.mjs/.exec(stdout ?? "")?.[1];
  return npm === undefined ? [ppid] : [ppid, Number(npm)];
}

function isRunning(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const { ppid } = process;
const watched = processesOfNpm();
if (watched.length > 0)
  setInterval(() => {
    if (process.ppid !== ppid || !watched.every(isRunning)) process.exit(1);
  }, NPM_CHECK_MS).unref();

const prepare = fileURLToPath(beside("typescript.mjs"));
const { status, program } = await run([prepare, ...process.argv.slice(2)]);
process.exitCode = program === null ? status : (await run(program)).status;
