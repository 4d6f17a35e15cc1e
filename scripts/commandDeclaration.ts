/** What scripts/commandLine.ts has to know of a command. */
export interface Command {
  /** For `--help`, in full sentences. */
  readonly about: string;
  /** Without it, positional arguments are refused. */
  readonly positionals?: {
    readonly usage: string;
    readonly min?: number;
    readonly max: number;
    readonly choices?: readonly string[];
    /** Replaces the sentence that names a surplus argument. */
    readonly surplus?: string;
  };
  readonly options?: Readonly<Record<string, Option>>;
  /** Positional arguments before those that are given. */
  readonly fixed?: readonly string[];
  /** What the command destroys for good. It asks for confirmation, unless `--yes` is given. */
  readonly destroys?: string;
  /** Exports `main`, which gets the arguments. */
  readonly module?: string;
  /** Programs of node_modules that run before the module, one after another, with the arguments. */
  readonly tools?: readonly (readonly [path: string, ...args: string[]])[];
  /** Ends with a program that serves until it is stopped: run.mjs names it too. */
  readonly serves?: boolean;
}

interface Option {
  readonly about: string;
  /** The placeholder of the value in the help. An option without one is a flag. */
  readonly value?: string;
  readonly short?: string;
}

/** For the help of a command that starts the server. */
export const SETTINGS =
  "Its settings, such as PORT and DATA_DIR, are environment variables or lines of .env: .env.example explains them.";
