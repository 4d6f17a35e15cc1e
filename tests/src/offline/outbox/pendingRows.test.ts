// @vitest-environment node
import { it } from "vitest";
import { showsWhatTheServerStores } from "../../../support/pendingRowsProperty";

it("shows of every job what the server stores once the waiting changes are sent", async () => {
  await showsWhatTheServerStores(10);
});
