/** How long the result of a call is kept, for a client that sends the call again: 30 days. */
export const INTENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The refusal of a second row with the client key of another. */
export const ROW_EXISTS = "This was already created.";
