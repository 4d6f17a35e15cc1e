// @vitest-environment node
import { it } from "vitest";
import { sendsWhatWasPut } from "../../../support/putOrderProperty";

it(
  "waiting changes give, once they are sent, the rows that each would have given at once, and no other refusal or notice",
  // Ten seconds alone; beside other work, eight times that was seen.
  { timeout: 300_000 },
  async () => {
    await sendsWhatWasPut(80);
  },
);
