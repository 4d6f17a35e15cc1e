/** The backend in development: sends full error texts and no client files, which Vite serves. */
import { errorText } from "embedded-convex";
import type { DevBackend, DevBackendOptions } from "embedded-convex/vite";
import { openBackend } from "../backend";
import { lockDataFolder } from "../backup/dataFolder";
import { loadEnvFile, readConfig } from "../config";
import { createReadableLog } from "../monitoring/log";

/** @throws StartupError */
export async function openDevBackend(options: DevBackendOptions): Promise<DevBackend> {
  loadEnvFile();
  const { logLevel, ...config } = readConfig(options.env);
  const log = createReadableLog(logLevel);
  const folder = lockDataFolder(config.dataDir);
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
    return {
      handle: (req, res) => backend.handle(req, res),
      upgrade: (req, socket, head) => backend.upgrade(req, socket, head),
      replaceModules: (modules) => backend.replaceModules(modules),
      close: async (deadline) => {
        await backend.close(deadline);
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}
