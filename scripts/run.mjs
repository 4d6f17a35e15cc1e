/**
 * `node scripts/run.mjs <command> [argument ...]`: runs a command of package.json. The version of Node is checked
 * before tsx and everything else is loaded, which fails with a SyntaxError on a version that is not supported.
 */
import { unsupportedNode } from "../packages/embedded-convex/src/store/unsupportedNode.mjs";

/** The commands that serve until they are stopped (`serves` in their declarations). */
const SERVING = ["start", "dev", "dev:hosted"];

const sentence = unsupportedNode(process.versions.node);
if (sentence === null) {
  // For what this starts: in a file or a pipe, codes of colors are noise.
  if (!process.stdout.isTTY && process.env.FORCE_COLOR === undefined) process.env.NO_COLOR ??= "1";
  const serves = SERVING.includes(process.argv[2] ?? "");
  await import(serves ? "./supervise.mjs" : "./typescript.mjs");
} else {
  console.error(sentence);
  process.exitCode = 1;
}
