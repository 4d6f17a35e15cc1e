/** An HTTP response as text, for a socket whose request never got a `ServerResponse`: malformed HTTP, a refused upgrade. */
export function rawResponse(
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
