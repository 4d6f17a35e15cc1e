/**
 * A reason why the server cannot start that the person who started it can act upon: a port in use, a folder that cannot be
 * written, a database of a newer version. Its message is one whole sentence, shown as it stands; anything else that is thrown
 * while starting is a fault of ours and is shown with its stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
