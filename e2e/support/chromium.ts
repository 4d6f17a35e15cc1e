/**
 * The Chromium of the tests: on Linux x64 the one in an npm package, which needs neither root
 * nor a download; elsewhere the one that `npx playwright install chromium` installed.
 */
export async function chromiumLaunch() {
  const args = ["--no-sandbox", "--disable-gpu"];
  if (process.platform !== "linux" || process.arch !== "x64") return { args };
  const { default: chromium } = await import("@sparticuz/chromium");
  return { args, executablePath: await chromium.executablePath() };
}
