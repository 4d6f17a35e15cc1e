import { it } from "vitest";
import { temporaryFolder } from "../support/temporaryFolder";
import { chatApplication } from "./chatApplication";
import { expectWithstood } from "./expectWithstood";
import { fuzz } from "./run";

it("withstands 20,000 malformed messages and requests without disturbing another client", async () => {
  const report = await fuzz(chatApplication, {
    messages: 18_000,
    requests: 2_000,
    seed: 20_261_120,
    dataDir: temporaryFolder(),
  });
  expectWithstood(report, {
    messages: 18_000,
    requests: 2_000,
    // Functions ran, and connections were closed.
    kinds: [
      "MutationResponse, success",
      "MutationResponse, error",
      "ActionResponse, success",
      "Transition",
      "AuthError",
      "closed with 1002",
      "closed with 1007",
      "raw websocket closed",
      "HTTP 200",
      "HTTP 400",
      "HTTP 404",
      "HTTP 560",
    ],
  });
}, 600_000);
