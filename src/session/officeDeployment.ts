import type { Env } from "@/lib/env";
import { readLocal, writeLocal } from "@/lib/safeStorage";

const KEY = "downspout-deployment";

/** The deployment of the office that this browser opened last. */
export function officeDeployment({ convexUrl, cells }: Env): string {
  const kept = readLocal(KEY);
  return cells.find((url) => url === kept) ?? convexUrl;
}

/** Returns false if the browser does not store it. */
export function keepOfficeDeployment(url: string): boolean {
  writeLocal(KEY, url);
  return readLocal(KEY) === url;
}
