/** `npm run dev:hosted`: Vite, beside `convex dev`, which sends each saved function to a Convex deployment. */
import { resolve } from "node:path";
import { StartupError } from "embedded-convex";
import { loadEnv } from "vite";
import { runAfterwards } from "./tool";

const ROOT = resolve(import.meta.dirname, "..");
/** One variable of each line is needed. */
const NEEDED = [
  ["CONVEX_DEPLOYMENT", "CONVEX_DEPLOY_KEY", "CONVEX_SELF_HOSTED_URL"],
  ["VITE_CONVEX_URL"],
  ["VITE_CLERK_PUBLISHABLE_KEY"],
];

/** @throws StartupError naming what neither the environment nor an .env file in the folder sets */
export function requireHostedSettings(folder: string): void {
  const variables = loadEnv("development", folder, ["VITE_", "CONVEX_"]);
  const missing = NEEDED.filter((names) => !names.some((name) => variables[name]?.trim())).map(
    ([name = ""]) => name,
  );
  if (missing.length > 0)
    throw new StartupError(
      `.env.local does not set ${new Intl.ListFormat("en-US").format(missing)}. Set up Convex and Clerk first, as docs/hosting.md says under "Developing against Convex".`,
    );
}

export function main(): void {
  requireHostedSettings(ROOT);
  const convex = resolve(ROOT, "node_modules/convex/bin/main.js");
  runAfterwards([convex, "dev", "--start", "vite"]);
}
