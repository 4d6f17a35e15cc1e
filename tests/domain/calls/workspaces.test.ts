import { expect, test } from "vitest";
import { senderKey, workspaceOf } from "../../../domain/calls/workspaces";

test.each([
  ["the organization", { org_id: "org_1", o: { id: "org_2" } }, "org_1"],
  ["the organization of newer tokens", { o: { id: "org_2" } }, "org_2"],
  ["the person without one", {}, "ana"],
  ["the person if it is empty", { org_id: "", o: { id: "" } }, "ana"],
  ["the person if it is no text", { org_id: null, o: "org_1" }, "ana"],
])("a workspace is %s", (_, claims, workspace) => {
  expect(workspaceOf("ana", claims)).toBe(workspace);
});

test("a person is another sender in each workspace", () => {
  expect(senderKey("org_1", "ana")).toBe("org_1:ana");
});
