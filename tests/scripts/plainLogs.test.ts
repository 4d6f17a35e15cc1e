import { createLogger, type InlineConfig, type Logger, resolveConfig } from "vite";
import { expect, it } from "vitest";
import { plainLogs } from "../../scripts/plainLogs";

const COLORED = "\u001b[31m[PARSE_ERROR] \u001b[0mUnexpected token";

/** What Vite's logger prints of the colored text, at each level. */
async function printed(env: NodeJS.ProcessEnv): Promise<string[]> {
  const texts: string[] = [];
  const print = (text: string) => void texts.push(text);
  const customLogger: Logger = {
    ...createLogger("silent"),
    ...{ info: print, warn: print, warnOnce: print, error: print },
  };
  const config: InlineConfig = { configFile: false, customLogger, plugins: [plainLogs(env)] };
  const { logger } = await resolveConfig(config, "build");
  for (const level of ["info", "warn", "warnOnce", "error"] as const) logger[level](COLORED);
  return texts;
}

it("logs in a file or a pipe contain no codes of colors", async () => {
  expect(new Set(await printed({ NO_COLOR: "1" }))).toEqual(
    new Set(["[PARSE_ERROR] Unexpected token"]),
  );
});

it("logs on a terminal keep their colors", async () => {
  expect(new Set(await printed({}))).toEqual(new Set([COLORED]));
});
