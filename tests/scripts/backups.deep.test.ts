import { afterEach, expect, it, vi } from "vitest";
import { runBackupCommand } from "../../scripts/backups";

const ARGUMENTS = {
  positionals: ["backup.zip"],
  values: {},
  flags: new Set<string>(),
};

const before = process.exitCode;

afterEach(() => {
  process.exitCode = before;
});

/** The lines on stderr of a command whose work ends so. */
async function errorsOf(work: Parameters<typeof runBackupCommand>[1]) {
  const printed: unknown[] = [];
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockImplementation((line) => void printed.push(line));
  try {
    await runBackupCommand(ARGUMENTS, work);
    return printed;
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a backup command that %s interrupts says so, and exits with 130",
  async (name) => {
    const printed = await errorsOf(({ path, signal }) => {
      expect(path).toBe("backup.zip");
      process.emit(name);
      signal.throwIfAborted();
      return Promise.resolve("");
    });
    expect(printed).toEqual(["Interrupted. Nothing was written."]);
    expect(process.exitCode).toBe(130);
  },
);

it("a backup command that fails does not say that it was interrupted", async () => {
  const failure = errorsOf(() => Promise.reject(new Error("full")));
  await expect(failure).rejects.toThrow("full");
  expect(process.exitCode).toBe(before);
});
