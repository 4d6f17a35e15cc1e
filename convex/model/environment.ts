/** The part of Node's `process` that Convex provides. */
declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The variables of the deployment, read at each call: on one machine, its address is the one that the caller used. */
export function environment(): typeof process.env {
  return process.env;
}
