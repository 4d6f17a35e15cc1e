/**
 * The program: reads the environment, serves until it is told to stop, and says in one sentence why it cannot.
 *
 * Stdout is the log, and one line for people: where the server is, once it is there. Stderr is for a start that cannot be, and
 * for what ends the process.
 */
import { join } from "node:path";
import {
  diskFaultCode,
  errorText,
  loadDriver,
  StartupError,
  type Log,
} from "embedded-convex";
import { loadEnvFile, readConfig } from "./config";
import { createServer, type Server } from "./createServer";
import { createLog } from "./monitoring/log";
import { productVersion } from "./productVersion";

/** A server that has not put itself away by then is ended; what it acknowledged is on disk all the same. */
const EXIT_MS = 1_900;

async function main(): Promise<void> {
  loadDriver();
  // Before the first file is made: what is kept here is nobody else's on this machine.
  process.umask(0o077);
  loadEnvFile();
  const { logLevel, ...config } = readConfig(process.env);
  const log = createLog(logLevel);
  // Ends the process, as it should; but who reads the log alone must find it there.
  process.on("uncaughtExceptionMonitor", (error) =>
    log.error("the server ends, by a fault of its own", {
      error: errorText(error),
    }),
  );
  const server = await createServer({
    ...config,
    log,
    onLost: (error) => endAtOnce(error, config.dataDir, log),
    clientDir: join(import.meta.dirname, "..", "client"),
  });
  stopOnSignals(server, log);
  log.info("started", { version: productVersion(), url: server.url });
  console.log(`Downspout is ready at ${server.url}`);
}

/**
 * Within the call: not one answer more goes out. Putting things away in order would write, and there is nothing to put away that
 * the next start does not find.
 */
function endAtOnce(error: unknown, dataDir: string, log: Log): never {
  const code = diskFaultCode(error) ?? "unknown";
  log.error("the disk failed", { error: errorText(error) });
  console.error(
    `The disk with the data folder ${dataDir} failed (${code}), and the server stopped so that nobody is told what may not be true: see to the disk and start it again; what it acknowledged is kept.`,
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
        log.error("could not stop in order", { error: errorText(error) });
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

// The failures that a person can act upon have a sentence; of a fault of ours the stack is told, for who mends it.
main().catch((error: unknown) => {
  const isExpected = error instanceof StartupError;
  console.error(isExpected ? error.message : errorText(error));
  process.exit(1);
});
