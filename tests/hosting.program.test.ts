/**
 * Checks the facts of docs/hosting.md and docs/hosted-operations.md: commands of the installed Convex client, npm
 * scripts, variables and quoted error messages.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
/** Each command prints its help in its own process, which takes a second on a quiet machine and ten on a busy one. */
const HELP_LIMIT = { timeout: 300_000 };
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const guide = read("docs/hosting.md") + read("docs/hosted-operations.md");

/** Each command with all options that the guide uses with it. */
function convexCommands(): Map<string, Set<string>> {
  const commands = new Map<string, Set<string>>();
  for (const [, command = "", rest = ""] of guide.matchAll(
    /npx convex ([a-z]+(?: set)?)([^`\n]*)/g,
  )) {
    const flags = commands.get(command) ?? new Set();
    for (const [flag] of rest.matchAll(/--[a-z-]+/g)) flags.add(flag);
    commands.set(command, flags);
  }
  return commands;
}

async function helpOf(command: string): Promise<string> {
  const args = ["node_modules/convex/bin/main.js", ...command.split(" ")];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, "--help"], {
    cwd: ROOT,
  });
  return stdout;
}

describe("the guides of the hosted deployment", () => {
  it("uses only commands and options of the installed Convex client", HELP_LIMIT, async () => {
    const commands = convexCommands();
    expect([...commands.keys()].sort()).toEqual([
      "data",
      "deploy",
      "dev",
      "env set",
      "export",
      "import",
      "login",
      "logs",
      "run",
    ]);
    const unknown: string[] = [];
    for (const [command, flags] of commands) {
      const help = await helpOf(command);
      expect(help).toContain(`Usage: convex ${command}`);
      for (const flag of flags) {
        // Some options are missing in the help's list and described in its text.
        if (!help.includes(flag)) unknown.push(`${command} ${flag}`);
      }
    }
    expect(unknown).toEqual([]);
  });

  it("gives the manifest its type on Caddy and on nginx, which do not know it", () => {
    for (const [server, line] of [
      ["caddy", "header /manifest.webmanifest Content-Type"],
      ["nginx", "location = /manifest.webmanifest {"],
    ] as const) {
      const [, printed = ""] = guide.split(`\`\`\`${server}\n`);
      const [configuration = ""] = printed.split("```");
      expect(configuration).toContain(line);
      expect(configuration).toContain("application/manifest+json");
    }
  });

  it("names only npm commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as {
      scripts: Record<string, string>;
    };
    const named = [...guide.matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names every hosted variable of .env.example", () => {
    const variables = [...read(".env.example").matchAll(/\b((?:VITE|CLERK|CONVEX)_[A-Z_]+)=/g)].map(
      ([, name = ""]) => name,
    );
    expect(new Set(variables).size).toBeGreaterThan(3);
    expect(variables.filter((name) => !guide.includes(name))).toEqual([]);
  });

  it("quotes error messages of the client word for word", () => {
    const [, after = ""] = guide.split("## When it does not work");
    const [table = ""] = after.split("\n## ");
    const sentences = [...table.matchAll(/^\| _([^_]+)_/gm)].map(([, sentence = ""]) => sentence);
    const client = readdirSync(join(ROOT, "src"), { recursive: true })
      .map(String)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => read(join("src", file)))
      .join("\n");
    expect(sentences.length).toBeGreaterThan(3);
    expect(sentences.filter((one) => !client.includes(one))).toEqual([]);
  });
});
