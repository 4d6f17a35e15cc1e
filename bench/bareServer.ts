/**
 * The least that a server needs for a durable change: a message in, one row in a group commit, a message out, by the
 * same `ws` and SQLite as the product. Run in its own process, with a folder as argument; sends its port to its parent.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocketServer, type WebSocket } from "ws";
import { openSqlite } from "embedded-convex";

const [folder = "."] = process.argv.slice(2);
const database = openSqlite(join(folder, "bare.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)");
const write = database.prepare("INSERT OR REPLACE INTO rows VALUES (?, ?)");

let received: { socket: WebSocket; id: number; text: string }[] = [];

function commit(): void {
  const group = received;
  received = [];
  database.transaction(() => {
    for (const { id, text } of group) write.run(id, text);
  })();
  for (const { socket, text } of group) socket.send(text);
}

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
let sockets = 0;
server.on("connection", (socket) => {
  const id = (sockets += 1);
  socket.on("message", (data: Buffer) => {
    if (received.length === 0) setImmediate(commit);
    received.push({ socket, id, text: data.toString() });
  });
});
await once(server, "listening");
process.send?.((server.address() as AddressInfo).port);
process.on("disconnect", () => process.exit(0));
