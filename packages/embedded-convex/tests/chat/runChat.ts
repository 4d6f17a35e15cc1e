import { join } from "node:path";
import { runProgram, type RunServer } from "../support/program";

/** The chat in its own process. */
export const runChat: RunServer = (env, options = {}) =>
  runProgram(join(import.meta.dirname, "program.ts"), env, {
    ...options,
    nodeOptions: ["--import", "tsx", ...(options.nodeOptions ?? [])],
  });
