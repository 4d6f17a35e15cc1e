import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { installTool } from "./toolPackages";

const PACKAGE = "../../tools/browser/node_modules/@sparticuz/chromium/build/esm/index.js";

interface SparticuzChromium {
  readonly default: { readonly executablePath: () => Promise<string> };
}

/**
 * The Chromium of the tests: on Linux x64 the one in an npm package, which needs no root and is
 * installed into tools/browser by the first call; elsewhere the one that `npx playwright install
 * chromium` installed.
 */
export async function chromiumLaunch() {
  const args = ["--no-sandbox", "--disable-gpu"];
  if (process.platform !== "linux" || process.arch !== "x64") return { args };
  await installTool("browser");
  const { href } = pathToFileURL(resolve(import.meta.dirname, PACKAGE));
  const { default: chromium } = (await import(href)) as SparticuzChromium;
  return { args, executablePath: await chromium.executablePath() };
}
