/**
 * Puts what the browser needs for its first paint into the page itself: a style sheet or a chain of scripts would cost
 * a round trip each. A plugin of the client's build.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin, type Rolldown } from "vite";
import { firstStyle, laterStyle } from "./firstStyle.ts";

/**
 * The modules, loaded with `import()`, that show the device's copy of the days. Without a service worker the first list
 * does not wait for them, and on a slow line they would delay it.
 */
const ON_DEVICE = /\/src\/offline\/(device\/openDeviceStore|days\/DayCopyKeeper|createOutbox)\.ts$/;

/** Loaded with `import()` before anything is shown, if Clerk signs people in. */
const HOSTED = /\/src\/session\/HostedProvider\.tsx$/;

/**
 * The screens of a crew that are not in the first script, by the first word of their address. Screens of the office are
 * left out: their names would lengthen the page of a phone on a slow line.
 */
const SCREEN = /\/src\/routes\/(?:_gated\/)?(calendar|index|jobs)\.tsx\?tsr-split=component$/;

/**
 * Runs in the page. Loads the parts of its screen beside the first script, which would request them only after it has
 * run. Parts for the device are loaded only if a service worker has them, so that a slow line brings the first list
 * first.
 */
const PRELOAD = `(screens, saved) => {
  const screen = screens[location.pathname.split("/")[1] || "index"] ?? [];
  const rest = navigator.serviceWorker?.controller ? saved : [];
  for (const href of [...screen, ...rest]) {
    const kind = href.endsWith("css")
      ? { rel: "preload", as: "style" }
      : { rel: "modulepreload" };
    const link = { ...kind, crossOrigin: "", href: \`/\${href}\` };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
}`;

export function firstPaint({ isHosted }: { readonly isHosted: boolean }): Plugin {
  let publicDir = "";
  return {
    name: "first-paint",
    apply: "build",
    configResolved: (config) => {
      ({ publicDir } = config);
    },
    generateBundle: {
      // Runs before Vite lists, for each import(), the files that it loads.
      order: "pre",
      handler: (_, bundle) => waitForStyle({ bundle, isHosted }),
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (bundle === undefined) return html;
        const build = { bundle, isHosted };
        const page = inlineScripts(compact(html), publicDir);
        return preload(inlineStyle(page, build), build);
      },
    },
  };
}

interface Build {
  readonly bundle: Rolldown.OutputBundle;
  readonly isHosted: boolean;
}

/**
 * Lets every later part that shows something load the whole style sheet and wait for it. It comes before the part's own
 * sheets, which add to it.
 */
function waitForStyle(build: Build): void {
  const first = firstChunks(build);
  const style = first.flatMap((chunk) => cssOf(chunk)).slice(0, 1);
  for (const chunk of Object.values(build.bundle)) {
    if (chunk.type !== "chunk" || first.includes(chunk)) continue;
    if (!chunk.moduleIds.some((id) => /\.tsx(?:\?|$)/.test(id))) continue;
    if (chunk.viteMetadata) chunk.viteMetadata.importedCss = new Set([...style, ...cssOf(chunk)]);
  }
}

/** Replaces the style sheet by the rules that the first picture needs. Parts that load later bring the whole sheet. */
function inlineStyle(html: string, build: Build): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file: string) => {
    const sheet = build.bundle[file];
    if (sheet?.type !== "asset") return link;
    const code = [html, ...firstChunks(build).map((chunk) => chunk.code)];
    const whole = String(sheet.source);
    sheet.source = laterStyle(whole);
    return `<style>${firstStyle(whole, code.join("\n"))}</style>`;
  });
}

/** The page without comments and indentation. */
function compact(html: string): string {
  return html.replace(/<!--.*?-->/gs, "").replace(/\n\s+/g, "\n");
}

/** Puts the scripts of the public folder into the page. The Content-Security-Policy names them by their hash. */
function inlineScripts(html: string, publicDir: string): string {
  return html.replace(
    /<script src="\/(\w+\.js)"><\/script>/g,
    (_, file: string) => `<script>${minify(readFileSync(join(publicDir, file), "utf8"))}</script>`,
  );
}

/** Adds the preloads before the style, for which these requests then do not wait. */
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
  const lists = [screens, [...new Set(saved)]].map((list) => JSON.stringify(list));
  const head = [
    ...always.map((file) => {
      const kind = file.endsWith("css") ? 'rel="preload" as="style"' : 'rel="modulepreload"';
      return `<link ${kind} crossorigin href="/${file}">`;
    }),
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

/** What is loaded before anything is shown. */
function firstChunks({ bundle, isHosted }: Build): Rolldown.OutputChunk[] {
  const files = new Set<string>();
  for (const file of Object.values(bundle)) {
    if (file.type !== "chunk") continue;
    if (file.isEntry || (isHosted && HOSTED.test(file.facadeModuleId ?? "")))
      withImports(file.fileName, bundle, files);
  }
  return [...files].map((file) => bundle[file]).filter((file) => file?.type === "chunk");
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
  for (const style of cssOf(chunk)) found.add(style);
  return found;
}

function cssOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}
