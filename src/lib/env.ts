export interface Env {
  /** The Convex deployment in hosted mode, else the server of this page. */
  readonly convexUrl: string;
  /** In hosted mode, further deployments that hold the rows of some offices. */
  readonly cells: readonly string[];
  /** Set in hosted mode only. */
  readonly clerkPublishableKey: string | null;
}

/** Reads the build-time settings, which the build has checked. */
export function readEnv(variables: Readonly<Record<string, unknown>>, origin: string): Env {
  return {
    convexUrl: setting(variables, "VITE_CONVEX_URL") ?? origin,
    cells: setting(variables, "VITE_CONVEX_CELLS")?.split(/[\s,]+/) ?? [],
    clerkPublishableKey: setting(variables, "VITE_CLERK_PUBLISHABLE_KEY"),
  };
}

/** For the build. Throws listing every mistake. */
export function checkEnv(variables: Readonly<Record<string, unknown>>): Env {
  const convexUrl = setting(variables, "VITE_CONVEX_URL");
  const env = readEnv(variables, "http://localhost");
  const { cells, clerkPublishableKey } = env;
  const problems = [
    convexUrl !== null && !isWebAddress(convexUrl) && "VITE_CONVEX_URL must be an http(s) address.",
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
  return env;
}

function setting(variables: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = variables[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
