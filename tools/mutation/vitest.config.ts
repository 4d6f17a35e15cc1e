import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import config from "../../vite.config.ts";

/** Stryker asks for threads, in which a test cannot set the time zone of its process. */
const forks: Plugin = {
  name: "forks",
  configureVitest: ({ project }) => {
    project.config.pool = "forks";
  },
};

export default defineConfig((env) => {
  const own = config(env);
  return {
    ...own,
    root: fileURLToPath(new URL("../..", import.meta.url)),
    plugins: [...(own.plugins ?? []), forks],
  };
});
