// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { openBackend } from "embedded-convex";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { modules } from "./backend";
import { NotesPage } from "./NotesPage";
import { openOutbox } from "./openOutbox";

configure({ asyncUtilTimeout: 20_000 });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  cleanup();
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that is started and stopped under the pages, over one data folder. */
async function aServer(port = 0, dataDir = mkdtempSync(join(tmpdir(), "n-"))) {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const taken = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${taken}`;
  const backend = openBackend({ modules, ownUrl: url, dataDir, log: console });
  backend.attach(server);
  const stop = async () => {
    server.close();
    await backend.drain(Promise.resolve());
    server.closeAllConnections();
    await backend.close();
  };
  return { url, stop, start: () => aServer(taken, dataDir) };
}

/** Opens the page in a tab. `kill` ends the tab without any farewell. */
async function aPage(url: string, name: string) {
  const client = new ConvexReactClient(url, {
    logger: false,
    // That of jsdom names an origin, which the server does not know.
    webSocketConstructor: WebSocket as unknown as typeof window.WebSocket,
  });
  const { outbox, stop } = await openOutbox(client, name);
  const view = render(
    <ConvexProvider client={client}>
      <NotesPage outbox={outbox} />
    </ConvexProvider>,
  );
  const kill = async () => {
    view.unmount();
    stop();
    await client.close();
  };
  return { client, kill };
}

function type(text: string) {
  const input = screen.getByRole("textbox", { name: "Note" });
  fireEvent.change(input, { target: { value: text } });
  fireEvent.submit(input);
}

const applied = makeFunctionReference<"query", Record<string, never>, number>("notes:applied");

test("a note that was typed without a server survives the tab, and is added once", async () => {
  const name = "notes-1";
  let server = await aServer();
  let page = await aPage(server.url, name);
  type("Bread");
  await screen.findByText("Bread");
  await server.stop();
  await waitFor(() => expect(page.client.connectionState().isWebSocketConnected).toBe(false));
  type("Milk");
  await screen.findByText("Milk: waiting");
  await page.kill();

  server = await server.start();
  ends.push(server.stop);
  page = await aPage(server.url, name);
  ends.push(page.kill);
  await screen.findByText("Milk");
  await waitFor(() => expect(screen.queryByText(/waiting/)).toBeNull());
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Bread",
    "Milk",
  ]);
  expect(await page.client.query(applied, {})).toBe(2);
});

test("a refused note stays, with the server's sentence", async () => {
  const server = await aServer();
  ends.push(server.stop);
  const page = await aPage(server.url, "notes-2");
  ends.push(page.kill);
  const long = "A note that is longer than twenty letters";
  type(long);
  await screen.findByText(`${long}: A note is short.`);
  expect(await page.client.query(applied, {})).toBe(0);
});

test("a note is on the page once, waiting or saved, at every moment after it was stored", async () => {
  const server = await aServer();
  ends.push(server.stop);
  const page = await aPage(server.url, "notes-3");
  ends.push(page.kill);
  const moments: string[][] = [];
  const texts = () =>
    screen
      .queryAllByRole("listitem")
      .map(({ textContent }) => textContent.replace(": waiting", ""));
  const observer = new MutationObserver(() => moments.push(texts()));
  observer.observe(screen.getByRole("list"), {
    childList: true,
    subtree: true,
    characterData: true,
  });
  ends.push(() => observer.disconnect());
  const notes = ["Bread", "Milk", "Eggs", "Salt"];
  for (const note of notes) {
    type(note);
    await screen.findByText(note);
  }
  await waitFor(() => expect(screen.queryByText(/waiting/)).toBeNull());
  expect(texts()).toEqual(notes);
  for (const note of notes) {
    const counts = moments.map((moment) => moment.filter((text) => text === note).length);
    const first = counts.indexOf(1);
    expect(counts.slice(first).filter((count) => count !== 1)).toEqual([]);
    expect(counts.slice(0, first).filter((count) => count !== 0)).toEqual([]);
  }
});

test("the README's example is the program that these tests run", () => {
  const folder = resolve(import.meta.dirname, "../..");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const program = readFileSync(join(import.meta.dirname, "openOutbox.ts"), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${program}\`\`\``);
});
