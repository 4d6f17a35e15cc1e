/** Opens the demo on the built server, until a signal or until the server ends. */
import { startDemo } from "./startDemo";

export async function main(): Promise<void> {
  console.log("Furnishing the office ...");
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const demo = await startDemo({ now: Date.now(), timeZone });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    demo.link.close();
    demo.remove().then(
      () => console.log("Stopped. Everything in the demo was deleted."),
      (error: unknown) => {
        process.exitCode = 1;
        console.error(error);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  void demo.ended.then(stop);
  console.log(`
A made-up office is open. You are Dana Reyes; Marcus Bell is on your team.

  ${demo.link.url}

This link works once, and signs in the browser that opens it.
Nothing is kept: Ctrl+C stops the demo and deletes all that was entered.`);
}
