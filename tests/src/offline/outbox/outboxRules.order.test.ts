// @vitest-environment node
import { it } from "vitest";
import { sendsWhatWasPut } from "../../../support/putOrderProperty";

it("waiting changes give, once they are sent, the rows that each would have given at once, and no other refusal or notice", async () => {
  await sendsWhatWasPut(8);
});
