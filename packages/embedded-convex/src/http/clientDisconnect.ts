/** Whether sending a response failed because the client disconnected, which is not an error of the server. */
export function isClientDisconnect(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET";
}
