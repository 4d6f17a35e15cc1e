import { expect, it } from "vitest";
import { readAudit } from "../../scripts/audit";

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

it("passes if there are no vulnerabilities", () => {
  expect(readAudit(report({}))).toEqual({
    exitCode: 0,
    text: "No known vulnerabilities in runtime dependencies.",
  });
});

it("lists vulnerabilities of every severity", () => {
  const { exitCode, text } = readAudit(
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
])("the audit does not pass on the response %j", (json) => {
  const { exitCode, text } = readAudit(json);
  expect(exitCode).toBe(3);
  expect(text).toContain("were not audited");
});
