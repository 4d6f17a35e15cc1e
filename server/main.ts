/**
 * The server program: reads the environment and serves until SIGTERM or SIGINT.
 *
 * Stdout is the log, plus one line with the URL once the server is ready. Stderr is for a failed start and for whatever
 * ends the process.
 */
import { join } from "node:path";
import {
  diskFaultCode,
  errorText,
  isInCall,
  loadDriver,
  StartupError,
  type Log,
} from "embedded-convex";
import { loadEnvFile, readConfig } from "./config";
import { createServer, type Server } from "./createServer";
import { createLog } from "./monitoring/log";
import { productVersion } from "./program";

/** Exit even if shutdown hangs: every acknowledged write is already on disk. */
const EXIT_MS = 1_900;

async function main(): Promise<void> {
  loadDriver();
  // All files created from here on are readable by their owner only.
  process.umask(0o077);
  loadEnvFile();
  const { logLevel, ...config } = readConfig(process.env);
  const log = createLog(logLevel);
  // The exception still ends the process, unless it ends only a function call; this adds it to the log.
  process.on("uncaughtExceptionMonitor", (error) => {
    if (isInCall()) return;
    log.error("the server stops after an uncaught error", {
      error: errorText(error),
    });
  });
  const server = await createServer({
    ...config,
    log,
    onLost: (error) => exitNow(error, config.dataDir, log),
    clientDir: join(import.meta.dirname, "..", "client"),
  });
  stopOnSignals(server, log);
  const { url, notes } = server;
  log.info("started", { version: productVersion(), url });
  const noted = notes.map((note) => ` (${note})`).join("");
  console.log(`Downspout is ready at ${url}${noted}`);
}

/**
 * Exits within the call, so that no response is sent whose data may be lost. No orderly shutdown: it would write to the
 * failed disk, and the next start recovers.
 */
function exitNow(error: unknown, dataDir: string, log: Log): never {
  const code = diskFaultCode(error) ?? "unknown";
  log.error("the disk failed", { error: errorText(error) });
  console.error(
    `The disk with the data folder ${dataDir} failed (${code}), and the server stopped, so that it does not confirm data that may be lost. Check the disk and start the server again; what it acknowledged is kept.`,
  );
  process.exit(1);
}

function stopOnSignals(server: Server, log: Log): void {
  const stop = () => {
    setTimeout(() => process.exit(0), EXIT_MS).unref();
    log.info("stopping");
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error("shutdown failed", { error: errorText(error) });
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

// Expected startup errors print their message; bugs print the stack.
main().catch((error: unknown) => {
  const isExpected = error instanceof StartupError;
  console.error(isExpected ? error.message : errorText(error));
  process.exit(1);
});
