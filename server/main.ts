/**
 * The program: reads the environment, serves until it is told to stop, and says in one sentence why it cannot. On stdout it writes
 * one line, which says where it is; everything else is the log's, on stderr.
 */
import { join } from "node:path";
import { loadEnvFile, readConfig } from "./config";
import { createServer, type Server } from "./createServer";
import { createLog, errorText, type Log } from "./log";

/** A server that has not put itself away by then is ended; what it acknowledged is on disk all the same. */
const EXIT_MS = 1_900;

async function main(): Promise<void> {
  // Before the first file is made: what is kept here is nobody else's on this machine.
  process.umask(0o077);
  loadEnvFile();
  const { logLevel, ...config } = readConfig(process.env);
  const log = createLog(logLevel);
  const server = await createServer({
    ...config,
    log,
    clientDir: join(import.meta.dirname, "..", "client"),
  });
  stopOnSignals(server, log);
  console.log(`Downspout is ready at ${server.url}`);
}

function stopOnSignals(server: Server, log: Log): void {
  const stop = () => {
    setTimeout(() => process.exit(0), EXIT_MS).unref();
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
  const isExpected = error instanceof Error && error.name === "StartupError";
  console.error(isExpected ? error.message : errorText(error));
  process.exit(1);
});
