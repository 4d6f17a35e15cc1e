/**
 * `npm run check:audit`: audits runtime dependencies. Exits 0 if there are no known vulnerabilities, 1 if there are,
 * and 3 if the registry has no audit endpoint.
 */
import { spawnSync } from "node:child_process";
import { z } from "zod";

export interface AuditResult {
  readonly exitCode: 0 | 1 | 3;
  readonly text: string;
}

const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string() })])),
    }),
  ),
});

/** Reads the output of `npm audit --json`. */
export function readAudit(json: string): AuditResult {
  const parsedReport = report.safeParse(parsed(json));
  if (!parsedReport.success) {
    return {
      exitCode: 3,
      text: "The configured npm registry has no audit endpoint. Runtime dependencies were not audited.",
    };
  }
  const found = Object.entries(parsedReport.data.vulnerabilities);
  if (found.length === 0) {
    return {
      exitCode: 0,
      text: "No known vulnerabilities in runtime dependencies.",
    };
  }
  const lines = found.map(([name, { severity, via }]) => {
    const titles = via.map((one) => (typeof one === "string" ? `by ${one}` : one.title));
    return `${name} (${severity}): ${titles.join("; ")}`;
  });
  return { exitCode: 1, text: lines.join("\n") };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export function main(): void {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const { exitCode, text } = readAudit(stdout ?? "");
  (exitCode === 0 ? console.log : console.error)(text);
  process.exitCode = exitCode;
}
