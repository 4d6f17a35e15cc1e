// @vitest-environment node
import { it } from "vitest";
import { showsWhatTheOfficeStores } from "../../../support/shownOfficeProperty";
import { showsWhatTheServerStores } from "../../../support/shownRowsProperty";

it("shows of every job the same before, between and after the answers: what the server stores in the end", async () => {
  await showsWhatTheServerStores(60);
});

it("shows of stock, levels, prices and texts the same before, between and after the answers", async () => {
  await showsWhatTheOfficeStores(40);
});
