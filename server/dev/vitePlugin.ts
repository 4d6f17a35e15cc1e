/** Runs this server inside Vite's development server. */
import type { Plugin } from "vite";
// Relative: Vite's config loader cannot load TypeScript from a linked package on Node 20.
import {
  embeddedConvex,
  type EmbeddedConvexOptions,
} from "../../packages/embedded-convex/src/vite.ts";

export function downspoutServer(options: Partial<EmbeddedConvexOptions> = {}): Plugin {
  return embeddedConvex({
    backend: "/server/dev/devBackend.ts",
    modules: "/server/modules.ts",
    functionFolders: ["convex", "domain"],
    serverFolders: ["server", "packages"],
    dataDir: (options.env ?? process.env).DATA_DIR ?? ".data",
    ...options,
  });
}
