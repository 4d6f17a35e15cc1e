import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { isClientDisconnect } from "../../src/http/clientDisconnect";

const endOf = (source: Readable, reader: Writable): Promise<unknown> =>
  pipeline(source, reader).then(
    () => null,
    (error: unknown) => error,
  );

it("reports true if the client disconnected, and false if the source failed", async () => {
  const leaving = new Writable({
    write() {
      this.destroy();
    },
  });
  expect(isClientDisconnect(await endOf(Readable.from(["a", "b"]), leaving))).toBe(true);
  const failing = new Readable({
    read() {
      this.destroy(new Error("EIO"));
    },
  });
  const reading = new Writable({ write: (_chunk, _encoding, done) => done() });
  expect(isClientDisconnect(await endOf(failing, reading))).toBe(false);
});
