import type { AppErrorData } from "./errors";

/** The error that a rule of this folder throws. On the server it becomes the error that the caller sees. */
export class Refusal extends Error {
  readonly data: AppErrorData;

  constructor(data: AppErrorData) {
    super(data.message);
    this.name = "Refusal";
    this.data = data;
  }
}

export function invalidData(field: string, message: string): AppErrorData {
  return { code: "INVALID", field, message };
}

/** Also used for a row of another workspace: to the caller it does not exist. */
export function notFoundData(
  thing: "customer" | "job" | "file" | "item" | "row",
  field?: string,
): AppErrorData {
  const message = `That ${thing} is no longer there.`;
  const code = "NOT_FOUND";
  return field === undefined ? { code, message } : { code, field, message };
}

/** The error of one row of a list. It names the row, so that the person finds it. */
export function inRowData(
  { code, field, message }: AppErrorData,
  { list, at, of }: { list: string; at: number; of: number },
): AppErrorData {
  return {
    code,
    field: [list, at, ...(field === undefined ? [] : [field])].join("."),
    message: of === 1 ? message : `Row ${at + 1}: ${message}`,
  };
}
