/** Raw HTTP requests as bytes, and the bytes of the response until the server closes the connection. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawConnection {
  readonly socket: Socket;
  /** Everything received, once the connection is closed. */
  readonly ended: Promise<string>;
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  // A reset connection is an expected result.
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return { socket, ended };
}

/** Sends the bytes and reads the response. The request must make the server close the connection. */
export async function rawAnswer(url: string, request: string): Promise<string> {
  const { socket, ended } = await rawConnection(url);
  socket.write(Buffer.from(request, "latin1"));
  return ended;
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
