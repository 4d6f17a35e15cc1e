/** `npm run test:fuzz`: a long run against the built server. */
import { fuzzMain } from "../../packages/embedded-convex/tests/fuzz/fuzzMain";
import { buildStale } from "../../scripts/build";
import { convexModules } from "../support/convexModules";
import { fuzzedServer } from "./downspout";

export async function main(): Promise<void> {
  await buildStale((name) => console.log(`Building the ${name} ...`));
  await fuzzMain(fuzzedServer(await convexModules()));
}
