/**
 * Preloaded into a child of supervise.mjs: ends it when its parent has ended, also by a signal that no process can
 * handle. The server stops as by SIGTERM, on Windows too, where no process receives that signal.
 */
const EXIT_MS = 5_000;

process.once("disconnect", () => {
  const exit = () => process.exit(128 + 15);
  if (process.emit("SIGTERM")) setTimeout(exit, EXIT_MS).unref();
  else exit();
});
// The channel alone keeps no process running.
process.channel?.unref();
