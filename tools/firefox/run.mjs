/**
 * The main journeys in Firefox ESR, as a person makes them: an account, a job by form and by one line, an edit, the
 * week and the month, a photo, two windows, and a day without the server. Playwright drives a patched Firefox only;
 * this drives the one that people have, over WebDriver BiDi. Exits with 1 if a journey fails.
 *
 * It runs the last build (npm run build). FIREFOX names the program if it is not on the path.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const SERVER = "dist/server/main.js";

const WAIT_MS = 60_000;

/** Firefox's numbers for a pointer: 1 is coarse, 2 is fine, 4 can hover. */
const [FINGER, MOUSE] = [1, 6];

const OWNER = {
  Name: "Dana Reyes",
  "E-mail": "dana@reyesgutters.test",
  Password: "rain-goes-down-1",
};

/** @import { KeyInput, Page } from "puppeteer-core" */

function firefoxPath() {
  const { FIREFOX } = process.env;
  if (FIREFOX) return FIREFOX;
  for (const name of ["firefox-esr", "firefox"]) {
    const { stdout } = spawnSync("which", [name], { encoding: "utf8" });
    if (stdout.trim() !== "") return stdout.trim();
  }
  throw new Error(
    "There is no Firefox. Install it (Debian's package: firefox-esr), or set FIREFOX to its path.",
  );
}

/** The built server on a data folder of its own. It can be killed, and started again on the same port. */
class Server {
  #port = "0";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  url = "";

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  async start() {
    const child = spawn(process.execPath, [SERVER], {
      env: {
        ...process.env,
        DATA_DIR: this.folder,
        HOST: "127.0.0.1",
        PORT: this.#port,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    this.url = await new Promise((resolve, reject) => {
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        printed += text;
        const [url] = /http:\/\/[\w.]+:\d+/.exec(printed) ?? [];
        if (url !== undefined) resolve(url);
      });
      child.on("exit", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
    });
    this.#port = new URL(this.url).port;
  }

  async kill() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

/** What a person sees and does in one window. */
class Window {
  /** @param {Page} page @param {Server} server */
  constructor(page, server) {
    this.page = page;
    this.server = server;
    page.setDefaultTimeout(WAIT_MS);
    page.setDefaultNavigationTimeout(WAIT_MS);
  }

  /** @param {string} path */
  async open(path) {
    await this.#leave();
    await this.page.goto(this.server.url + path, {
      waitUntil: "domcontentloaded",
    });
  }

  /** Waits until the page may be left without its question: the server has answered everything. */
  async #leave() {
    const event = () => {
      const leaving = new Event("beforeunload", { cancelable: true });
      return dispatchEvent(leaving);
    };
    await this.page.waitForFunction(event, { polling: 100 });
  }

  /** Waits until a page without the server opens, and shows its days. */
  async hasCopy() {
    await this.page.waitForFunction(isCopied, { polling: 500 });
  }

  /** A JPEG of 12 megapixels, as a file. */
  async drawnPhoto() {
    const url = await this.page.evaluate(() => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [4032, 3024];
      const context = canvas.getContext("2d");
      for (let at = 0; at < 500; at += 1) {
        context.fillStyle = `hsl(${at * 37} 60% 50%)`;
        context.fillRect((at * 613) % 4032, (at * 419) % 3024, 600, 300);
      }
      return canvas.toDataURL("image/jpeg");
    });
    const path = join(this.server.folder, "front.jpg");
    await writeFile(path, Buffer.from(url.split(",")[1], "base64"));
    return path;
  }

  async another() {
    return new Window(await this.page.browser().newPage(), this.server);
  }

  /** Presses the keys until the page has started and listens. */
  async palette() {
    const input = '::-p-aria([role="combobox"])';
    while ((await this.page.$(`dialog[open], [role="dialog"]`)) === null) {
      await this.chord("Control", "k");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await this.page.locator(input).wait();
  }

  /** @param {KeyInput} modifier @param {KeyInput} key */
  async chord(modifier, key) {
    await this.page.keyboard.down(modifier);
    await this.key(key);
    await this.page.keyboard.up(modifier);
  }

  /** @param {string} role @param {string} name */
  async finds(role, name) {
    await this.#named(role, name).wait();
  }

  /** @param {string} role @param {string} name */
  #named(role, name) {
    return this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
  }

  /** @param {string} name */
  async press(name) {
    await this.#named("button", name).click();
  }

  /** @param {string} label @param {string} text */
  async type(label, text) {
    const field = await this.page.locator(labelled(label)).waitHandle();
    await field.click();
    await this.page.keyboard.type(text);
  }

  /** @param {KeyInput} key */
  async key(key) {
    await this.page.keyboard.press(key);
  }

  /** @param {string} text */
  async sees(text) {
    await this.page.waitForFunction(isSeen, { polling: 100 }, text);
  }

  /** @param {string} text */
  async seesNot(text) {
    await this.page.waitForFunction(isNotSeen, { polling: 100 }, text);
  }
}

/** The field with a label of these words. */
const labelled = (/** @type {string} */ label) =>
  `::-p-xpath(//*[@id=//label[starts-with(normalize-space(.), "${label}")]/@for])`;

/** Run in the page. What is drawn outside the window counts, what is hidden does not. */
const isSeen = (/** @type {string} */ text) => document.body.innerText.includes(text);
const isNotSeen = (/** @type {string} */ text) => !document.body.innerText.includes(text);

/** Run in the page: whether the worker has the page, and the device a copy of a job. */
const isCopied = async () => {
  await navigator.serviceWorker.ready;
  const databases = await indexedDB.databases();
  const own = databases.find(({ name }) => name?.startsWith("downspout:"));
  if (own?.name === undefined) return false;
  const open = indexedDB.open(own.name);
  await new Promise((resolve) => (open.onsuccess = resolve));
  const count = open.result.transaction("jobs").objectStore("jobs").count();
  await new Promise((resolve) => (count.onsuccess = resolve));
  open.result.close();
  return count.result > 0;
};

/** @type {readonly (readonly [string, (window: Window) => Promise<void>])[]} */
const DESK = [
  [
    "the first account is made in the page",
    async (window) => {
      await window.open("/");
      await window.press("Sign In");
      for (const [label, text] of Object.entries(OWNER)) await window.type(label, text);
      await window.press("Create account");
      await window.finds("button", `User menu of ${OWNER.Name}`);
    },
  ],
  [
    "a job is saved by the form, and edited by leaving a field",
    async (window) => {
      await window.open("/dashboard");
      await window.press("Add job");
      await window.type("Customer", "Ruth Okafor");
      await window.type("Address", "72 Birch Street");
      await window.type("Estimate date", "today 11:45 pm");
      await window.key("Tab");
      await window.press("Save Job");
      await window.seesNot("Save Job");
      await window.sees("72 Birch Street");
      await window.press("Ruth Okafor");
      await window.type("Notes", "Gate code 4411");
      await window.key("Tab");
      await window.sees("Saved");
      await window.key("Escape");
      await window.seesNot("Edit Job");
    },
  ],
  [
    "one line books a visit, and one undo takes it back",
    async (window) => {
      await window.open("/jobs");
      await window.sees("72 Birch Street");
      await window.palette();
      await window.page.keyboard.type(
        "jordan sample 6145559876 88 elm st columbus tomorrow 10a gutter cleaning $450",
      );
      await window.sees("Everything is understood.");
      await window.chord("Control", "Enter");
      await window.sees("Booked Jordan Sample");
      await window.sees("88 Elm St");
      await window.press("Undo");
      await window.seesNot("88 Elm St");
    },
  ],
  [
    "the week and the month show the visit",
    async (window) => {
      for (const path of ["/calendar?view=week", "/calendar"]) {
        await window.open(path);
        await window.sees("Ruth Okafor");
      }
    },
  ],
  [
    "another window shows at once what one changes",
    async (window) => {
      const other = await window.another();
      await other.open("/jobs");
      await other.sees("72 Birch Street");
      await window.page.bringToFront();
      await window.open("/dashboard");
      await window.press("Ruth Okafor");
      await window.type("City", "Columbus");
      await window.key("Tab");
      await other.sees("Columbus");
      await other.page.close();
    },
  ],
  [
    "a photo is made smaller, uploaded and shown",
    async (window) => {
      await window.open("/dashboard");
      await window.press("Ruth Okafor");
      const [chooser] = await Promise.all([
        window.page.waitForFileChooser(),
        window.press("Add drawings"),
      ]);
      await chooser.accept([await window.drawnPhoto()]);
      await window.sees("Saved");
    },
  ],
];

/** In a Firefox with a finger, which keeps a copy of the days as a phone does. @type {typeof DESK} */
const PHONE = [
  [
    "without the server the day opens, and what is changed there is saved once it is back",
    async (window) => {
      await window.open("/dashboard");
      await window.press("Sign In");
      for (const label of /** @type {const} */ (["E-mail", "Password"]))
        await window.type(label, OWNER[label]);
      await window.key("Enter");
      await window.sees("72 Birch Street");
      await window.hasCopy();
      await window.server.kill();
      await window.page.reload({ waitUntil: "domcontentloaded" });
      await window.sees("Offline. Saved copy from");
      await window.press("Ruth Okafor");
      await window.type("Price", "450");
      await window.key("Tab");
      await window.press("Close");
      await window.sees("1 edit waiting");
      await window.server.start();
      await window.seesNot("1 edit waiting");
      const other = await window.another();
      await other.open("/jobs");
      await other.sees("$450.00");
    },
  ],
];

if (!existsSync(SERVER)) {
  console.error("There is no build. Run npm run build first.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "downspout-firefox-"));
const server = new Server(join(folder, "data"));
let [passed, failed] = [0, 0];

/** Without a screen Firefox knows of no pointer. @param {number} pointer */
function pointerOf(pointer) {
  return {
    "ui.primaryPointerCapabilities": pointer,
    "ui.allPointerCapabilities": pointer,
  };
}

/** @param {typeof DESK} journeys @param {Omit<import("puppeteer-core").LaunchOptions, "browser">} options */
async function run(journeys, options) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefoxPath(),
    ...options,
  });
  console.log(await browser.version());
  const window = new Window(await browser.newPage(), server);
  for (const [title, journey] of journeys) {
    try {
      await journey(window);
      passed += 1;
      console.log(`  passed: ${title}`);
    } catch (error) {
      failed += 1;
      const picture = join(folder, `${failed}.png`);
      await writeFile(picture, await window.page.screenshot());
      console.log(`  FAILED: ${title}\n${String(error)}\n  ${picture}`);
    }
  }
  await browser.close();
}

try {
  await server.start();
  await run(DESK, {
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: pointerOf(MOUSE),
  });
  await run(PHONE, {
    defaultViewport: { width: 390, height: 844 },
    extraPrefsFirefox: pointerOf(FINGER),
  });
} finally {
  await server.kill();
  if (failed === 0) await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
