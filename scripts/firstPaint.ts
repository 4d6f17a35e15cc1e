/**
 * What the browser needs for its first paint stands in the page itself: a style sheet or a chain of scripts would cost
 * a round trip each. A plugin of the client's build.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/**
 * Loaded with `import()`: what shows the copy of the days that this device has. Without a service worker the first list
 * does not wait for it, and on a slow line it would delay that list.
 */
const ON_DEVICE =
  /\/src\/lib\/(device\/(openDeviceStore|DayCopyKeeper)|outbox\/createOutbox)\.ts$/;

/** In the page: only where a service worker has the files, so that a slow line brings the first list first. */
const PRELOAD_SAVED = `(files) => {
  if (!navigator.serviceWorker?.controller) return;
  for (const href of files) {
    const link = { rel: "modulepreload", crossOrigin: "", href };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
}`;

export function firstPaint(): Plugin {
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
          : preload(inlineScripts(inline(html, bundle), publicDir), bundle),
    },
  };
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
      `<script>${readFileSync(join(publicDir, file), "utf8")}</script>`,
  );
}

/** Before the style, which these requests do not wait for. */
function preload(html: string, bundle: Rolldown.OutputBundle): string {
  const saved = partsOf(ON_DEVICE, bundle)
    .filter((file) => !html.includes(file))
    .map((file) => `/${file}`);
  return html.replace(
    "<style>",
    `<script>(${PRELOAD_SAVED})(${JSON.stringify(saved)})</script>\n<style>`,
  );
}

function partsOf(modules: RegExp, bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle).flatMap((file) =>
    file.type === "chunk" && modules.test(file.facadeModuleId ?? "")
      ? [file.fileName, ...file.imports]
      : [],
  );
  return [...new Set(files)];
}
