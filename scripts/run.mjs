/**
 * `node scripts/run.mjs <command> [argument ...]`: runs a command of package.json. The version of Node is checked before
 * tsx and everything else is loaded, which fails with a SyntaxError on a version that is not supported.
 */
import { unsupportedNode } from "../packages/embedded-convex/src/store/unsupportedNode.mjs";

const sentence = unsupportedNode(process.versions.node);
if (sentence === null) {
  await import("tsx").catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error("The packages are not installed: run npm ci first.");
    process.exit(1);
  });
  const { runCommandLine } = await import("./commandLine.ts");
  await runCommandLine(process.argv.slice(2));
} else {
  console.error(sentence);
  process.exitCode = 1;
}
