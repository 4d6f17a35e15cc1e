/** An HTTP response as text, for a socket without a `ServerResponse`: malformed HTTP or a rejected upgrade. */
export function rawResponse(status: string, code: string, message: string): string {
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
