/**
 * A subscriber to one query that costs its process little: it sends what the Convex client sends, and parses nothing. A
 * thousand ConvexClients in one process need longer to parse a result than the server to send it to all of them.
 */
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

/** The code of a socket that this process closed, without one. */
const CLOSED_HERE = 1005;

export interface Subscription {
  readonly url: string;
  readonly token: string;
  readonly udfPath: string;
  readonly args: object;
}

/** Resolves with the first result. `onResult` gets the message of each result as soon as the socket has received it. */
export async function subscribe(
  { url, token, udfPath, args }: Subscription,
  onResult: (message: Buffer) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/sync`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.once("open", () => {
    send({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
    send({
      type: "Authenticate",
      tokenType: "User",
      value: token,
      baseVersion: 0,
    });
    send({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: [{ type: "Add", queryId: 0, udfPath, args: [args] }],
    });
  });
  socket.on("close", (code) => {
    if (code !== CLOSED_HERE) throw new Error(`A socket closed: ${code}`);
  });
  await new Promise<void>((resolve) => {
    socket.on("message", (message: Buffer) => {
      if (!message.includes('"QueryUpdated"')) return;
      onResult(message);
      resolve();
    });
  });
  return socket;
}
