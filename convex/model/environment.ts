/** The part of Node's `process` that Convex provides. */
declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The variables of the deployment, at each call: one machine gives the address that the caller used as its own. */
export function environment(): typeof process.env {
  return process.env;
}
