/** `npm run demo`: an office with example data in a temporary folder, opened by a link that signs one browser in. */
import { buildStale } from "./build";
import { main as openDemo } from "./demo/openDemo";

export async function main(): Promise<void> {
  await buildStale((name) => console.log(`Building the ${name} ...`));
  await openDemo();
}
