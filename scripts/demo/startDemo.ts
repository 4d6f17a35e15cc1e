/** The built server on a temporary folder, filled with the demo's office. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { fullDay } from "../../domain/demo/fakeData";
import { PROGRAM_FOLDER } from "../../server/program";
import { fillOffice } from "./fillOffice";
import { type OneTimeLink, openOneTimeLink } from "./oneTimeLink";
import type { DemoTime } from "./office";

const SERVER = join(PROGRAM_FOLDER, "dist/server/main.js");

export interface Demo {
  readonly url: string;
  readonly link: OneTimeLink;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  /** Ends the server and deletes the folder. */
  remove(): Promise<void>;
}

/** `fill` makes the owner and the content of the office. */
export async function startDemo(
  time: DemoTime,
  fill: typeof fillOffice = fillOffice,
): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), "downspout-demo-"));
  const server = spawn(process.execPath, [SERVER], {
    stdio: ["ignore", "pipe", "inherit"],
    // No settings of an installation on this computer apply.
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: "0",
      DAILY_BACKUPS: "off",
      SIGN_UPS: "invite",
      // Empty counts as not set. The unpacked archive reads .env beside its folder.
      HOST: "",
      PUBLIC_URL: "",
      LOG_LEVEL: "",
    },
    // This folder has no .env.
    cwd: dataDir,
  });
  const ended = once(server, "exit").then(() => undefined);
  const remove = async () => {
    server.kill();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    // `localhost`, because on 127.0.0.1 this demo's cookies would replace the sign-in of a Downspout with real data.
    const { port } = new URL(await readyUrl(server));
    const url = `http://localhost:${port}`;
    const { setCookies } = await fill(`http://127.0.0.1:${port}`, time);
    const page = `${url}/dashboard?date=${dayToOpen(time)}`;
    const link = await openOneTimeLink({ setCookies, page });
    return { url, link, ended, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The day that has visits ahead. */
function dayToOpen(time: DemoTime): string {
  const day = new TZDate(time.now, time.timeZone);
  day.setDate(day.getDate() + fullDay(time));
  return format(day, "yyyy-MM-dd");
}

async function readyUrl(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("The server has no output.");
  for await (const line of createInterface(server.stdout)) {
    const url = /^Downspout is ready at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      // What it prints later must not fill the pipe.
      server.stdout.resume();
      return url;
    }
  }
  throw new Error("The server ended before it was ready.");
}
