/** The chat as a separate program, for tests that kill or attack a server. Logs JSON lines to stdout. */
import { serve } from "embedded-convex";
import { modules } from "./modules";
import { tokenVerifier } from "./tokens";

const LEVELS = ["debug", "info", "warn", "error"] as const;
const { DATA_DIR = "", PORT = "0", LOG_LEVEL = "info" } = process.env;

const write = (level: (typeof LEVELS)[number]) => {
  const isLogged = LEVELS.indexOf(level) >= LEVELS.findIndex((one) => one === LOG_LEVEL);
  return (event: string, fields: object = {}) => {
    if (isLogged) console.log(JSON.stringify({ level, event, ...fields }));
  };
};

const chat = await serve({
  port: Number(PORT),
  dataDir: DATA_DIR,
  modules,
  tokenVerifier,
  log: {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  },
  onLost: () => process.exit(1),
  // All connections of a test come from one address.
  addressOf: () => null,
});
process.once("SIGTERM", () => void chat.close().then(() => process.exit(0)));
console.log(`The chat is ready at ${chat.url}`);
