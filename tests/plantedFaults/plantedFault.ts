/** A change of the code that breaks a promise, and the tests that have to fail with it. */
export interface PlantedFault {
  /** What people would meet with this fault. */
  readonly breaks: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Files of tests of any tier. */
  readonly tests: readonly string[];
}

/** The text of a file with the fault. Throws if its place is not found, or is found twice. */
export function planted(text: string, fault: PlantedFault): string {
  const { file, find, replace } = fault;
  const parts = text.split(find);
  const found = parts.length - 1;
  if (found !== 1) throw new Error(`${file} contains this ${found} times, not once: ${find}`);
  return parts.join(replace);
}
