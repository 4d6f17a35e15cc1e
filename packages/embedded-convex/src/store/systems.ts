/** What systems need for data to reach the disk, where they differ. No other file here asks which system it is. */
export interface SystemRules {
  /** How a file is opened to be synced: Windows syncs only files that are open for writing. */
  readonly syncFlags: "r" | "r+";
  /** Windows syncs no folder: NTFS keeps a journal of renames. */
  readonly syncsFolders: boolean;
  /** The pragmas of each connection: on macOS, fsync alone leaves data in the memory of the disk. */
  readonly pragmas: readonly string[];
}

const POSIX: SystemRules = { syncFlags: "r", syncsFolders: true, pragmas: [] };

const SYSTEMS: Partial<Record<NodeJS.Platform, SystemRules>> = {
  darwin: {
    ...POSIX,
    pragmas: ["fullfsync = ON", "checkpoint_fullfsync = ON"],
  },
  win32: { syncFlags: "r+", syncsFolders: false, pragmas: [] },
};

export function rulesOf(system: NodeJS.Platform): SystemRules {
  return SYSTEMS[system] ?? POSIX;
}

/** The rules of this computer. Tests replace them to stand in for another system. */
export const thisSystem = { rules: rulesOf(process.platform) };
