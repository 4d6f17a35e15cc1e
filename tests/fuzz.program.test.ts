import { beforeAll, it } from "vitest";
import { expectWithstood } from "../packages/embedded-convex/tests/fuzz/expectWithstood";
import { fuzz } from "../packages/embedded-convex/tests/fuzz/run";
import { temporaryFolder } from "../packages/embedded-convex/tests/support/temporaryFolder";
import { loadModules } from "../server/modules";
import { fuzzedServer } from "./fuzz/downspout";
import { buildServer } from "./support/builtServer";

beforeAll(buildServer);

// packages/embedded-convex has a longer run against its chat application.
it("withstands malformed calls of its functions and requests to its routes without disturbing another client", async () => {
  const report = await fuzz(fuzzedServer(loadModules()), {
    messages: 9_000,
    requests: 2_000,
    seed: 20_261_120,
    dataDir: temporaryFolder(),
  });
  expectWithstood(report, {
    messages: 9_000,
    requests: 2_000,
    // Functions ran, also with bad arguments.
    kinds: [
      "MutationResponse, success",
      "MutationResponse, error",
      "ActionResponse, success",
      "Transition",
      "AuthError",
      "HTTP 200",
      "HTTP 400",
      "HTTP 404",
      "HTTP 560",
    ],
  });
}, 240_000);
