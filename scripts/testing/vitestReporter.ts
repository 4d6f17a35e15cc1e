import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule, TestRunEndReason } from "vitest/node";
import { beginningOf, send, type TestResult } from "./results.ts";

type Errors = ReadonlyArray<{
  readonly message: string;
  readonly stack?: string | undefined;
  readonly diff?: string | undefined;
}>;

/** Reports each test of a run, and each file that could not run as a failed test. */
export default class VitestReporter implements Reporter {
  /** The last report, which is awaited so that all are written before the process ends. */
  #last: Promise<void> = Promise.resolve();

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "pending") return;
    const { retryCount = 0 } = test.diagnostic() ?? {};
    this.#report({
      title: `${fileOf(test.module)}: ${test.fullName}`,
      outcome: state,
      attempts: retryCount + 1,
      ...errorOf(errors),
    });
  }

  onTestModuleEnd(testModule: TestModule): void {
    const suites = [...testModule.children.allSuites()];
    const errors = [...testModule.errors(), ...suites.flatMap((suite) => suite.errors())];
    if (errors.length > 0) this.#reportFailure(fileOf(testModule), errors);
  }

  async onTestRunEnd(
    testModules: readonly TestModule[],
    unhandled: Errors,
    reason: TestRunEndReason,
  ): Promise<void> {
    if (unhandled.length > 0) this.#reportFailure("Errors outside of every test", unhandled);
    if (reason === "interrupted") this.#reportFailure("The run was interrupted", []);
    if (testModules.length === 0) this.#reportFailure("No test file was found", []);
    await this.#last;
  }

  #reportFailure(title: string, errors: Errors): void {
    this.#report({
      title,
      outcome: "failed",
      attempts: 1,
      ...errorOf(errors),
    });
  }

  #report(result: TestResult): void {
    this.#last = send({ kind: "test", result });
  }
}

function fileOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function errorOf(errors: Errors | undefined): { readonly error?: string } {
  const [first] = errors ?? [];
  if (first === undefined) return {};
  const { message, stack = message, diff = "" } = first;
  const own = stack.split("\n").filter((line) => !line.includes("/node_modules/"));
  const text = [message, diff, ...own.slice(message.split("\n").length)];
  return { error: beginningOf(stripVTControlCharacters(text.join("\n"))) };
}
