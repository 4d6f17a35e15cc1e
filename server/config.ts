/**
 * The server's configuration, read from the environment once at start. Knows no defaults of other files.
 * All variables that are wrong are named in one message, so that a person does not correct them one start at a time.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "embedded-convex";
import { LOG_LEVELS, type LogLevel } from "./monitoring/log";

export type SignUps = "invite" | "open";

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly signUps: SignUps;
  /** Where people reach the server when that is not where it listens: the address of the proxy before it. No trailing slash. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  readonly dailyBackups: boolean;
}

/** A variable that is set to nothing, as `PORT=` in a file does, is a variable that is not set. */
const optional = <T extends z.ZodType>(rule: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), rule);

const environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
      .default("3000")
      .transform(Number)
      .refine((port) => port <= 65535, "must be a port number from 0 to 65535"),
  ),
  HOST: optional(
    z
      .string()
      .regex(/^[\w.:-]+$/, "must be a host name or an address to listen on")
      .default("127.0.0.1"),
  ),
  DATA_DIR: optional(z.string().default(".data")),
  SIGN_UPS: optional(
    z.enum(["invite", "open"], 'must be "invite" or "open"').default("invite"),
  ),
  PUBLIC_URL: optional(
    z
      .string()
      .refine(
        isBareOrigin,
        'must be an address without a path, as in "https://desk.example.com"',
      )
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  DAILY_BACKUPS: optional(
    z.enum(["on", "off"], 'must be "on" or "off"').default("on"),
  ),
  LOG_LEVEL: optional(
    z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
      .default("warn"),
  ),
});

/** Takes what `.env` beside the server says, where the environment itself does not say it. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** @throws StartupError naming every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = environment.safeParse(env);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${issue.message} (it is ${JSON.stringify(env[name])})`;
    });
    throw new StartupError(`Check the configuration: ${faults.join("; ")}.`);
  }
  return {
    port: read.data.PORT,
    host: read.data.HOST,
    dataDir: resolve(read.data.DATA_DIR),
    signUps: read.data.SIGN_UPS,
    publicUrl: read.data.PUBLIC_URL,
    logLevel: read.data.LOG_LEVEL,
    dailyBackups: read.data.DAILY_BACKUPS === "on",
  };
}

function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return (
    isWeb &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  );
}
