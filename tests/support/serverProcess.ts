import { onTestFinished } from "vitest";
import { runBuiltServer } from "./builtServer";

/** The built server, killed when the test ends. */
export function startServer(...args: Parameters<typeof runBuiltServer>) {
  const server = runBuiltServer(...args);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  return server;
}
