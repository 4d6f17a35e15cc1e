/** `node scripts/typescript.mjs <command> [argument ...]`: runs a command of package.json from its sources. */
await import("tsx").catch((/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error("The packages are not installed: run npm ci first.");
  process.exit(1);
});
const { runCommandLine } = await import("./commandLine.ts");
await runCommandLine(process.argv.slice(2));
