#!/usr/bin/env node
/**
 * `node downspout <command> [argument ...]`: the file that starts the archive of `npm run package`. It is bundled as a
 * CommonJS module without dependencies: it checks the version of Node before anything else is loaded.
 */
import { unsupportedNode } from "../packages/embedded-convex/src/store/unsupportedNode.mjs";

const sentence = unsupportedNode(process.versions.node, false);
if (sentence === null) {
  // Beside this file in the archive.
  const program = "./dist/commands/downspout.js";
  void import(program);
} else {
  console.error(sentence);
  process.exitCode = 1;
}
