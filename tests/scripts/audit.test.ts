import { expect, it } from "vitest";
import { judge } from "../../scripts/audit";

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

it("is content with a report that names nothing", () => {
  expect(judge(report({}))).toEqual({
    exitCode: 0,
    text: "Nothing that ships has a known fault.",
  });
});

it("names what was found, of whatever weight", () => {
  const { exitCode, text } = judge(
    report({
      one: { severity: "low", via: [{ title: "Tells too much" }], range: "*" },
      two: { severity: "critical", via: ["one"] },
    }),
  );
  expect(exitCode).toBe(1);
  expect(text).toBe("one (low): Tells too much\ntwo (critical): by one");
});

it.each([
  "",
  "npm error",
  "null",
  JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405 }),
  JSON.stringify({ error: { code: "ENOAUDIT", summary: "" } }),
])("takes the answer %j for no answer, and not for a good one", (json) => {
  const { exitCode, text } = judge(json);
  expect(exitCode).toBe(3);
  expect(text).toContain("is not known");
});
