import { expect, it } from "vitest";
import { isSameDeployment } from "@domain/calls/deployments";

it.each([
  ["https://one.example", true],
  ["https://one.example/", true],
  ["https://one.example//", true],
  [" HTTPS://One.Example ", true],
  ["https://two.example", false],
  ["https://one.example/api", false],
  ["", false],
])("%j names the deployment of https://one.example: %s", (address, isSame) => {
  expect(isSameDeployment(address, "https://one.example")).toBe(isSame);
  expect(isSameDeployment("https://one.example/", address)).toBe(isSame);
});
