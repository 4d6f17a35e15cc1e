export interface Env {
  /** Where the backend is: of its own in the hosted home, else the server that served this page. */
  readonly convexUrl: string;
  /** Set in the hosted home only. */
  readonly clerkPublishableKey: string | null;
}

/** Read once at start, so that a wrong setting is told at once and by name. */
export function readEnv(
  variables: Readonly<Record<string, unknown>>,
  origin: string,
): Env {
  const convexUrl = setting(variables, "VITE_CONVEX_URL");
  const clerkPublishableKey = setting(variables, "VITE_CLERK_PUBLISHABLE_KEY");
  const faults = [
    convexUrl !== null &&
      !isWebAddress(convexUrl) &&
      "VITE_CONVEX_URL must be an http(s) address.",
    clerkPublishableKey !== null &&
      !/^pk_(test|live)_/.test(clerkPublishableKey) &&
      "VITE_CLERK_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_.",
    clerkPublishableKey !== null &&
      convexUrl === null &&
      "VITE_CLERK_PUBLISHABLE_KEY needs VITE_CONVEX_URL as well.",
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(faults.join(" "));
  return { convexUrl: convexUrl ?? origin, clerkPublishableKey };
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
