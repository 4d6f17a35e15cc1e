// @vitest-environment node
import { it } from "vitest";
import { showsWhatTheOfficeStores } from "../../../support/shownOfficeProperty";
import { showsWhatTheServerStores } from "../../../support/shownRowsProperty";

it("shows the same of every job before, between and after the responses: the rows that the server stores in the end", async () => {
  await showsWhatTheServerStores(60);
});

it("shows the same of stock, levels, prices and texts before, between and after the responses", async () => {
  await showsWhatTheOfficeStores(40);
});
