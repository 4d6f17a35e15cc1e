import { StartupError } from "./errors";
import { unsupportedNode } from "./unsupportedNode.mjs";

/** @throws StartupError if the product does not run on this version of Node */
export function checkNodeVersion(version: string): void {
  const sentence = unsupportedNode(version);
  if (sentence !== null) throw new StartupError(sentence);
}
