import { expect, it } from "vitest";
import { isTrashKey, trashKeyOf, workspaceOfKey } from "@domain/history/trashKeys";

it("a deleted row has a key from which its workspace is read", () => {
  expect(trashKeyOf("org_1")).toBe("trash:org_1");
  expect(isTrashKey("trash:org_1")).toBe(true);
  expect(isTrashKey("org_1")).toBe(false);
  expect(workspaceOfKey("trash:org_1")).toBe("org_1");
  expect(workspaceOfKey("org_1")).toBe("org_1");
});
