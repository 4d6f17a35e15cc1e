// @vitest-environment node
import { it } from "vitest";
import { sendsWhatWasPut } from "../../../support/putOrderProperty";

it(
  "what waits on a device gives, once it is sent, what each change would have given at once, and no other refusal or notice",
  // Ten seconds alone; beside other work, eight times that was seen.
  { timeout: 300_000 },
  async () => {
    await sendsWhatWasPut(80);
  },
);
