/** Requests as no client library would send them: the very bytes, and all that comes back until the server hangs up. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawConnection {
  readonly socket: Socket;
  /** All that came, once the connection is over. */
  readonly ended: Promise<string>;
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  // To be cut off is one of the answers.
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  const ended = new Promise<string>((resolve) =>
    socket.once("close", () => resolve(text)),
  );
  return { socket, ended };
}

/** Sends this and takes what comes. The request itself asks for the connection to be closed, or is of a kind that ends it. */
export async function rawAnswer(url: string, request: string): Promise<string> {
  const { socket, ended } = await rawConnection(url);
  socket.write(Buffer.from(request, "latin1"));
  return ended;
}

export const statusOf = (answer: string) =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
