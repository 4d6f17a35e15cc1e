import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

interface StaticHostOptions {
  readonly folder: string;
  /** Sent with every response. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Changes the text of a file before it is sent. */
  readonly rewrite: (text: string) => string;
}

/** A static host as docs/hosting.md describes it: files, and index.html for every other path. */
export class StaticHost {
  readonly #server: Server;

  private constructor(private readonly options: StaticHostOptions) {
    this.#server = createServer((req, res) =>
      this.#send(res, new URL(req.url ?? "/", "http://host").pathname),
    );
  }

  static async open(options: StaticHostOptions) {
    const host = new StaticHost(options);
    host.#server.listen(0, "127.0.0.1");
    await once(host.#server, "listening");
    return host;
  }

  get url() {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #send(res: ServerResponse, path: string) {
    const isFile = extname(path) !== "";
    const file = isFile ? path : "/index.html";
    const type = TYPES[extname(file)];
    if (type === undefined) return void res.writeHead(404).end();
    const bytes = readFileSync(join(this.options.folder, file));
    const isText = !/^(font|image\/png)/.test(type);
    res.writeHead(200, { ...this.options.headers(), "content-type": type });
    res.end(isText ? this.options.rewrite(bytes.toString()) : bytes);
  }
}
