/** Whether an answer could not be sent to its end because its reader went away: that is their right, and no fault. */
export function isReaderGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET";
}
