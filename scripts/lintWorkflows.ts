/**
 * Part of `npm run lint`: checks the workflow files with GitHub's own parser (schema, contexts of expressions, cron
 * lines), that the npm commands in them exist, and that each action is pinned to a commit.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";

const ROOT = resolve(import.meta.dirname, "..");

async function problemsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return [
    ...context.errors.getErrors().map(({ message }) => message),
    ...missingScripts(content),
    ...unpinnedActions(content),
  ];
}

/** A tag can be moved to other code; a commit cannot. */
function unpinnedActions(content: string): string[] {
  return [...content.matchAll(/\buses: *([^\s#]+)/g)]
    .map(([, action = ""]) => action)
    .filter((action) => !/@[\da-f]{40}$/.test(action))
    .map((action) => `${action} is not pinned to a commit.`);
}

function missingScripts(content: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return [...content.matchAll(/\bnpm run ([\w:-]+)/g)]
    .map(([, script = ""]) => script)
    .filter((script) => !(script in scripts))
    .map((script) => `package.json has no script ${script}.`);
}

/** One line for each problem of the workflow files in a folder. */
export async function workflowProblems(folder: string): Promise<string[]> {
  const found = readdirSync(folder).map(async (name) => {
    const content = readFileSync(join(folder, name), "utf8");
    const problems = await problemsOf(name, content);
    return problems.map((problem) => `${name}: ${problem}`);
  });
  return (await Promise.all(found)).flat();
}

export async function main(): Promise<void> {
  for (const problem of await workflowProblems(join(ROOT, ".github/workflows"))) {
    console.error(problem);
    process.exitCode = 1;
  }
}
