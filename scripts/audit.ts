/**
 * `npm run check:audit`: whether anything that ships has a known vulnerability, as far as the registry knows. Exits with 0 for none,
 * with 1 for some, and with 3 where the registry does not tell: that nothing was found is then not said.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export interface Judgement {
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

/** Of what `npm audit --json` wrote. */
export function judge(json: string): Judgement {
  const read = report.safeParse(parsed(json));
  if (!read.success) {
    return {
      exitCode: 3,
      text: "The registry in use does not answer audits: whether what ships has known vulnerabilities is not known.",
    };
  }
  const found = Object.entries(read.data.vulnerabilities);
  if (found.length === 0) {
    return { exitCode: 0, text: "Nothing that ships has a known fault." };
  }
  const lines = found.map(([name, { severity, via }]) => {
    const titles = via.map((one) =>
      typeof one === "string" ? `by ${one}` : one.title,
    );
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const { exitCode, text } = judge(stdout ?? "");
  (exitCode === 0 ? console.log : console.error)(text);
  process.exitCode = exitCode;
}
