/** A refusal written onto a bare socket: for what never became a request that has a response, and is owed a sentence all the same. */
export function rawRefusal(
  status: string,
  code: string,
  message: string,
): string {
  const body = JSON.stringify({ code, message });
  return (
    `HTTP/1.1 ${status}\r\n` +
    "Connection: close\r\n" +
    "Content-Type: application/json; charset=utf-8\r\n" +
    "Cache-Control: no-store\r\n" +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n` +
    body
  );
}
