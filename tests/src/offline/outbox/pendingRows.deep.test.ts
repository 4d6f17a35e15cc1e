// @vitest-environment node
import { it } from "vitest";
import { showsWhatTheServerStores } from "../../../support/pendingRowsProperty";

it("shows of every job the same before, between and after the answers: what the server stores in the end", async () => {
  await showsWhatTheServerStores(60);
});
