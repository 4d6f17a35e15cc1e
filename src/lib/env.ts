export interface Env {
  /** The Convex deployment in hosted mode, else the server of this page. */
  readonly convexUrl: string;
  /** In hosted mode, further deployments that hold the rows of some offices. */
  readonly cells: readonly string[];
  /** Set in hosted mode only. */
  readonly clerkPublishableKey: string | null;
}

/** Reads and checks the build-time settings; throws listing every mistake. */
export function readEnv(
  variables: Readonly<Record<string, unknown>>,
  origin: string,
): Env {
  const convexUrl = setting(variables, "VITE_CONVEX_URL");
  const cells = setting(variables, "VITE_CONVEX_CELLS")?.split(/[\s,]+/) ?? [];
  const clerkPublishableKey = setting(variables, "VITE_CLERK_PUBLISHABLE_KEY");
  const problems = [
    convexUrl !== null &&
      !isWebAddress(convexUrl) &&
      "VITE_CONVEX_URL must be an http(s) address.",
    !cells.every(isWebAddress) &&
      "VITE_CONVEX_CELLS must be http(s) addresses, with commas between them.",
    clerkPublishableKey !== null &&
      !/^pk_(test|live)_/.test(clerkPublishableKey) &&
      "VITE_CLERK_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_.",
    clerkPublishableKey !== null &&
      convexUrl === null &&
      "VITE_CLERK_PUBLISHABLE_KEY needs VITE_CONVEX_URL as well.",
    convexUrl !== null &&
      clerkPublishableKey === null &&
      "VITE_CONVEX_URL needs VITE_CLERK_PUBLISHABLE_KEY as well.",
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(problems.join(" "));
  return { convexUrl: convexUrl ?? origin, cells, clerkPublishableKey };
}

function setting(
  variables: Readonly<Record<string, unknown>>,
  name: string,
): string | null {
  const value = variables[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
