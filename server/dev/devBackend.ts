/** The backend as development wants it: on the data folder of the environment, telling every error, with Vite serving the client. */
import { openBackend, type Backend } from "../backend";
import { loadEnvFile, readConfig } from "../config";
import { holdDataFolder } from "../backup/dataFolder";
import type { ModuleMap } from "../../packages/embedded-convex/src/runtime/engine";
import { errorText } from "../../packages/embedded-convex/src/log";
import { createReadableLog } from "../monitoring/log";

export interface DevBackendOptions {
  readonly ownUrl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly modules: ModuleMap;
}

/** @throws StartupError */
export async function openDevBackend(
  options: DevBackendOptions,
): Promise<Backend> {
  loadEnvFile();
  const { logLevel, ...config } = readConfig(options.env);
  const log = createReadableLog(logLevel);
  const folder = holdDataFolder(config.dataDir);
  try {
    const backend = await openBackend({
      ...config,
      ...options,
      clientDir: null,
      showErrors: true,
      log,
      onLost: (error) => {
        log.error("the disk failed", { error: errorText(error) });
        process.exit(1);
      },
    });
    const close = async (deadline: Promise<void>) => {
      await backend.close(deadline);
      folder.release();
    };
    return { ...backend, close };
  } catch (error) {
    folder.release();
    throw error;
  }
}
