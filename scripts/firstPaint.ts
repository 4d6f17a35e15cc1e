/**
 * What the browser needs for its first paint stands in the page itself: a style sheet or a chain of scripts would cost
 * a round trip each. A plugin of the client's build.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin, type Rolldown } from "vite";

/**
 * Loaded with `import()`: what shows the copy of the days that this device has. Without a service worker the first list
 * does not wait for it, and on a slow line it would delay that list.
 */
const ON_DEVICE =
  /\/src\/lib\/(device\/(openDeviceStore|DayCopyKeeper)|outbox\/createOutbox)\.ts$/;

/** Loaded with `import()` before anything is shown, where Clerk signs in. */
const HOSTED = /\/src\/lib\/HostedProvider\.tsx$/;

/**
 * The screens of a crew that the first script does not hold, by the first word of their address. Those of the office
 * are left out: their names would lengthen the page of a phone on a slow line.
 */
const SCREEN =
  /\/src\/routes\/(?:_gated\/)?(calendar|index|jobs)\.tsx\?tsr-split=component$/;

/**
 * In the page. Its screen's parts load beside the first script, which would ask for them only after it has run. What is
 * for the device waits where no service worker has it, so that a slow line brings the first list first.
 */
const PRELOAD = `(screens, saved) => {
  const screen = screens[location.pathname.split("/")[1] || "index"] ?? [];
  const rest = navigator.serviceWorker?.controller ? saved : [];
  for (const href of [...screen, ...rest]) {
    const link = { rel: "modulepreload", crossOrigin: "", href: \`/\${href}\` };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
}`;

export function firstPaint({
  isHosted,
}: {
  readonly isHosted: boolean;
}): Plugin {
  let publicDir = "";
  return {
    name: "first-paint",
    apply: "build",
    configResolved: (config) => {
      ({ publicDir } = config);
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) =>
        bundle === undefined
          ? html
          : preload(inlineScripts(inline(compact(html), bundle), publicDir), {
              bundle,
              isHosted,
            }),
    },
  };
}

/** Without comments and indentation. */
function compact(html: string): string {
  return html.replace(/<!--.*?-->/gs, "").replace(/\n\s+/g, "\n");
}

/**
 * With the style sheet inside. Its link stays, disabled, so that it is not fetched: parts that load later name the
 * sheet of the entry they import, and Vite fetches a sheet only if the page has no link to it.
 */
function inline(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/,
    (link, file: string) => {
      const sheet = bundle[file];
      if (sheet?.type !== "asset") return link;
      return `<style>${String(sheet.source)}</style>\n<link rel="stylesheet" href="/${file}" type="text/x-inline">`;
    },
  );
}

/** With the scripts of the public folder inside. The Content-Security-Policy names them by their hash. */
function inlineScripts(html: string, publicDir: string): string {
  return html.replace(
    /<script src="\/(\w+\.js)"><\/script>/g,
    (_, file: string) =>
      `<script>${minify(readFileSync(join(publicDir, file), "utf8"))}</script>`,
  );
}

interface Build {
  readonly bundle: Rolldown.OutputBundle;
  readonly isHosted: boolean;
}

/** Before the style, which these requests do not wait for. */
function preload(html: string, { bundle, isHosted }: Build): string {
  const isLater = (file: string) => !html.includes(file);
  const screens: Record<string, string[]> = {};
  const saved: string[] = [];
  const always: string[] = [];
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk") continue;
    const from = file.facadeModuleId ?? "";
    const screen = SCREEN.exec(from)?.[1];
    const parts = [...withImports(file.fileName, bundle)].filter(isLater);
    if (screen !== undefined) screens[screen] = parts;
    if (ON_DEVICE.test(from)) saved.push(...parts);
    if (isHosted && HOSTED.test(from)) always.push(...parts);
  }
  const lists = [screens, [...new Set(saved)]].map((list) =>
    JSON.stringify(list),
  );
  const head = [
    ...always.map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    `<script>${minify(`(${PRELOAD})(${lists.join()})`)}</script>`,
    "<style>",
  ];
  return html.replace("<style>", () => head.join("\n"));
}

function minify(script: string): string {
  const { code, errors } = minifySync("inline.js", script);
  if (errors.length > 0) throw errors[0];
  return code;
}

/** All that a browser loads for `file`. */
function withImports(
  file: string,
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(file)) return found;
  found.add(file);
  for (const imported of chunk.imports) withImports(imported, bundle, found);
  return found;
}
