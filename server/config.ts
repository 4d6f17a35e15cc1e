/**
 * The server's configuration, read from the environment once at start. One error message names all invalid variables,
 * so that they can be fixed in one go.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartupError } from "embedded-convex";
import { LOG_LEVELS, type LogLevel } from "./monitoring/log";
import { IS_PACKAGED, isInProgram, settingsFolder } from "./program";

export type SignUps = "invite" | "open";

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly signUps: SignUps;
  /** The public origin if the server is behind a proxy. No trailing slash. */
  readonly publicUrl: string | undefined;
  readonly logLevel: LogLevel;
  readonly dailyBackups: boolean;
}

/** An empty variable, such as `PORT=` in .env, counts as not set. */
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
  SIGN_UPS: optional(z.enum(["invite", "open"], 'must be "invite" or "open"').default("invite")),
  PUBLIC_URL: optional(
    z
      .string()
      .refine(isBareOrigin, 'must be an address without a path, as in "https://desk.example.com"')
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  DAILY_BACKUPS: optional(z.enum(["on", "off"], 'must be "on" or "off"').default("on")),
  LOG_LEVEL: optional(
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("warn"),
  ),
});

/** Loads `.env` from the folder of the settings. Existing environment variables take precedence. */
export function loadEnvFile(): void {
  const file = join(settingsFolder(), ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @throws StartupError naming every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${issue.message} (it is ${JSON.stringify(env[name])})`;
    });
    throw new StartupError(`Check the configuration: ${errors.join("; ")}.`);
  }
  return {
    port: parsed.data.PORT,
    host: parsed.data.HOST,
    dataDir: dataFolderOf(parsed.data.DATA_DIR),
    signUps: parsed.data.SIGN_UPS,
    publicUrl: parsed.data.PUBLIC_URL,
    logLevel: parsed.data.LOG_LEVEL,
    dailyBackups: parsed.data.DAILY_BACKUPS === "on",
  };
}

/** @throws StartupError if it is in the folder of an unpacked archive, which an update replaces. */
function dataFolderOf(setting: string): string {
  const dataDir = resolve(settingsFolder(), setting);
  if (IS_PACKAGED && isInProgram(dataDir))
    throw new StartupError(
      `The data folder ${dataDir} (DATA_DIR) is in the program's folder, which is deleted after an update. Choose one outside of it.`,
    );
  return dataDir;
}

function isBareOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return (
    isWeb && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === ""
  );
}
