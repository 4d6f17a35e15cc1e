/**
 * The numbers that people were promised, in one table of literals. Other tests of these rules import the constant, and
 * would hold for any value of it.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { LIST_LIMITS, TEXT_LIMITS } from "@domain/calls/inputLimits";
import { MAX_BYTES_PER_HOUR, TOO_MANY_BYTES } from "@domain/files/uploads";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const KIB = 1024;
const MIB = 1_048_576;

/** Which guide says it, in which words; the file, the code before the number, and the number. */
type Promised = readonly [
  guide: string,
  words: string,
  file: string,
  before: string,
  value: number,
];

const HISTORY = "domain/history/history.ts";
const UPLOADS = "convex/model/files/uploadTickets.ts";
const SIGN_IN = "server/accounts/signInRoutes.ts";
const BACKEND = "server/backend.ts";
const REQUESTS = "server/requestLimits.ts";

// oxfmt-ignore
const PROMISES: readonly Promised[] = [
  ["docs/operations.md", "is kept for 30 days, so that it can be restored", HISTORY, "TRASH_KEPT_MS =", 30 * DAY],
  ["ARCHITECTURE.md", "removes trash and intents after 30 days, history after two years", HISTORY, "HISTORY_KEPT_MS =", 730 * DAY],
  ["ARCHITECTURE.md", "the server applies a change once, for 30 days", "domain/calls/intents.ts", "INTENTS_KEPT_MS =", 30 * DAY],
  ["ARCHITECTURE.md", "edits of the same fields by one person within two minutes are one entry", HISTORY, "ONE_EDIT_MS =", 2 * MINUTE],
  ["SECURITY.md", "An upload above 20 MB is cut off", "domain/files/images.ts", "MAX_IMAGE_BYTES =", 20 * MIB],
  ["SECURITY.md", "an upload link that works once, within an hour", UPLOADS, "const HOUR_MS =", HOUR],
  ["SECURITY.md", "One person may have 12 uploads at once", UPLOADS, "MAX_UPLOADS_AT_ONCE =", 12],
  ["SECURITY.md", "and the server receives 200", "packages/embedded-convex/src/http/bufferedBody.ts", "\n  receiving:", 200],
  ["SECURITY.md", "long bodies that are held open have 64 MB of memory", "packages/embedded-convex/src/http/bufferedBody.ts", "\n  sharedMemoryBytes:", 64 * MIB],
  ["SECURITY.md", "An invitation works once, within seven days", "server/accounts/team.ts", "INVITATION_LIFETIME_MS =", 7 * DAY],
  ["SECURITY.md", "a token lives for 15 minutes", "server/accounts/accounts.ts", "tokenLifetimeSeconds ??", 900],
  ["SECURITY.md", "ten wrong passwords cost a minute, elsewhere 15", SIGN_IN, "knownDevices = rateLimiter({ max:", 10],
  ["SECURITY.md", "ten wrong passwords cost a minute, elsewhere 15", SIGN_IN, "knownDevices = rateLimiter({ max: 10, windowMs:", MINUTE],
  ["SECURITY.md", "ten wrong passwords cost a minute, elsewhere 15", SIGN_IN, "strangers = rateLimiter({ max: 10, windowMs:", 15 * MINUTE],
  ["SECURITY.md", "twenty times an hour", SIGN_IN, "limiter = rateLimiter({ max:", 20],
  ["SECURITY.md", "twenty times an hour", SIGN_IN, "limiter = rateLimiter({ max: 20, windowMs:", HOUR],
  ["SECURITY.md", "on open pages within a second", "server/accounts/sessions.ts", "POLL_MS =", SECOND],
  ["SECURITY.md", "Without a valid one, a message has at most 64 KiB", REQUESTS, "maxBytes: MIB,\n  unauthenticatedMaxBytes:", 64 * KIB],
  ["SECURITY.md", "at most 5 requests a second after 20 at once", REQUESTS, "CALL_RATE: RequestRateLimit = { rate:", 5],
  ["SECURITY.md", "at most 5 requests a second after 20 at once", REQUESTS, "CALL_RATE: RequestRateLimit = { rate: 5, burst:", 20],
  ["SECURITY.md", "10 requests a second after 60 at once", REQUESTS, "ACCOUNT_RATE: RequestRateLimit = { rate:", 10],
  ["SECURITY.md", "10 requests a second after 60 at once", REQUESTS, "ACCOUNT_RATE: RequestRateLimit = { rate: 10, burst:", 60],
  ["SECURITY.md", "get one token within 5 s", "server/accounts/sessionTokens.ts", "SHARED_MS =", 5 * SECOND],
  ["SECURITY.md", "at most 1 MiB and 10,000 values", REQUESTS, "turn: \"person\",\n  maxBytes:", MIB],
  ["SECURITY.md", "at most 1 MiB and 10,000 values", BACKEND, "messageValues:", 10_000],
  ["SECURITY.md", "objects of at most 1,024 fields", "packages/embedded-convex/src/protocol/untrustedJson.ts", "MAX_FIELDS =", 1024],
  ["SECURITY.md", "keeps at most 32 websockets", BACKEND, "unauthenticatedPerAddress:", 32],
  ["SECURITY.md", "which fails above 250 ms", "tools/bench/attack.ts", "MAX_P99_MS =", 250],
  ["docs/reference.md", "the last seven kept", "server/backup/dailyBackups.ts", "KEPT_COUNT =", 7],
  ["docs/operations.md", "the page's files of the five versions before", "server/http/releases.ts", "KEPT_COUNT =", 5],
  ["docs/hosted-operations.md", "are kept for five releases by `npm run keep-releases`", "server/http/releases.ts", "KEPT_COUNT =", 5],
  ["docs/operations.md", "learn of the new version within the hour", "src/lib/newVersion.ts", "CHECK_INTERVAL_MS =", HOUR],
  ["docs/operations.md", "it is tried again ten minutes later", "server/backup/dailyBackups.ts", "CHECK_INTERVAL_MS =", 10 * MINUTE],
  ["docs/operations.md", "stops it within two seconds", "server/main.ts", "EXIT_MS =", 1_900],
  ["docs/field.md", "the days from yesterday to six days ahead", "src/offline/days/copyRules.ts", "until: dayRange(addDays(today,", 6],
  ["docs/field.md", "A copy is deleted seven days after the phone last reached the server", "src/offline/days/copyRules.ts", "MAX_AGE_MS =", 7 * DAY],
  ["docs/field.md", "A change that waits for 29 days is not sent by itself any more", "src/offline/outbox/outboxRules.ts", "EXPIRES_AFTER_MS =", 29 * DAY],
  ["docs/hosting.md", "_Sign-in is not available_, after 15 seconds", "src/session/HostedProvider.tsx", "SIGN_IN_TIMEOUT_MS =", 15 * SECOND],
  // The specification's own numbers, and those of the decisions that complete it.
  ["tests/specification.json", "Auth token refresh: scheduled at token lifetime minus 2 s", "src/session/TokenCache.ts", "EXPIRY_LEEWAY_MS =", 2 * SECOND],
  ["tests/specification.json", "The auth SDK load times out at 15 s", "src/session/HostedProvider.tsx", "SIGN_IN_TIMEOUT_MS =", 15 * SECOND],
  ["tests/specification.json", "Server inactivity limit 30000 ms", "src/lib/connection/WatchedWebSocket.ts", "MAX_SILENCE_MS =", 30 * SECOND],
  ["tests/specification.json", "preload delay 50 ms", "src/router.ts", "defaultPreloadDelay:", 50],
  ["tests/specification.json", "pending threshold 1000 ms", "src/router.ts", "defaultPendingMs:", SECOND],
  ["tests/specification.json", "minimum pending display 500 ms", "src/router.ts", "defaultPendingMinMs:", 500],
];

it.each(PROMISES)("%s says: %s (%s, %s)", (...[guide, words, file, before, value]) => {
  expect(read(guide).replaceAll(/\s+/g, " ")).toContain(words);
  expect(numberAfter(read(file), before)).toBe(value);
});

const MORE: readonly (readonly [string, string, string, number])[] = [
  ["a second click counts after 500 ms", "src/lib/useConfirmClick.ts", "MIN_PAUSE_MS =", 500],
  [
    "the second click of a deletion is awaited for 15 s",
    "src/features/settings/SettingsScreen.tsx",
    "CONFIRM_RESETS_AFTER_MS =",
    15 * SECOND,
  ],
  ["the Undo toast stays for 8 s", "src/offline/outbox/undoable.ts", "UNDO_TOAST_MS =", 8 * SECOND],
  ["clocks that differ by a minute are equal", HISTORY, "CLOCK_TOLERANCE_MS =", MINUTE],
  ["an upload that was cut off counts for 15 minutes", UPLOADS, "LONGEST_UPLOAD_MS =", 15 * MINUTE],
];

// oxfmt-ignore
const LIMITS: typeof MORE = [
  ["one person has 50 unused upload links", "domain/files/uploads.ts", "MAX_UNUSED_TICKETS =", 50],
  ["a thumbnail has 40,000 bytes", "domain/files/images.ts", "MAX_THUMBNAIL_BYTES =", 40_000],
  ["the long edge of a thumbnail has 480 pixels", "domain/files/images.ts", "THUMBNAIL_EDGE_PX =", 480],
  ["an intake has 100,000 pieces", "domain/stock/inventoryInput.ts", "MAX_INTAKE =", 100_000],
  ["an adjustment has 10,000 pieces", "domain/stock/inventoryInput.ts", "MAX_QUANTITY =", 10_000],
  ["a stock has 1,000,000 pieces", "domain/stock/inventoryInput.ts", "MAX_STOCK =", 1_000_000],
  ["an item costs 100,000 dollars", "domain/stock/priceInput.ts", "MAX_ITEM_PRICE =", 100_000],
  ["a search finds the newest 1,000", "domain/names/search.ts", "MAX_MATCHES =", 1_000],
  ["messages opened within 5 minutes are one line", "domain/messages/messageKinds.ts", "ONE_MESSAGE_MS =", 5 * MINUTE],
  ["a crew is 15 minutes away unless it says otherwise", "domain/job/messages.ts", "DEFAULT_MINUTES_AWAY: number =", 15],
  ["a file of 20 MB is imported", "domain/imports/rows.ts", "MAX_IMPORT_BYTES =", 20 * MIB],
  ["50,000 rows of one file are imported", "domain/imports/rows.ts", "MAX_IMPORT_ROWS =", 50_000],
  ["a file that was read is kept for a day", "domain/imports/rows.ts", "IMPORT_KEPT_MS =", DAY],
  ["an import can be undone for 30 days", "domain/imports/rows.ts", "IMPORT_UNDO_MS =", 30 * DAY],
  ["a typed job has 400 characters", "domain/job/jobLine.ts", "MAX_LINE =", 400],
];

it.each([...MORE, ...LIMITS])("%s (%s, %s)", (_, file, before, value) => {
  expect(numberAfter(read(file), before)).toBe(value);
});

it("a workspace stores the promised bytes of photos within an hour", () => {
  expect(MAX_BYTES_PER_HOUR).toBe(4 * 1024 * MIB);
  expect(TOO_MANY_BYTES).toContain(" 4 GB ");
});

const limitsOf = (limits: Readonly<Record<string, { max: number }>>) =>
  Object.fromEntries(Object.entries(limits).map(([field, { max }]) => [field, max]));

it("each text field has the promised length", () => {
  expect(limitsOf(TEXT_LIMITS)).toEqual({
    batch: 36,
    clientKey: 36,
    colorName: 100,
    colorNumber: 100,
    crew: 60,
    cursor: 8192,
    company_name: 120,
    company_address: 300,
    company_phone: 100,
    estimate_terms: 2000,
    estimateRows: 600,
    total: 100,
    validUntil: 10,
    notes: 1000,
    customer_email: 254,
    customer_id: 36,
    customer_name: 120,
    customer_obtained_type: 100,
    customer_phone: 100,
    duplicate: 36,
    endCursor: 8192,
    fileName: 255,
    jobIds: 64,
    message_company: 120,
    message_done: 600,
    message_estimate_ready: 600,
    message_link: 300,
    message_on_my_way: 600,
    message_reminder: 600,
    message_review: 600,
    message_running_late: 600,
    name: 200,
    order: 200,
    rows: 300_000,
    ids: 64,
    intentId: 36,
    job_address: 200,
    job_categories: 100,
    job_city: 100,
    job_customer_id: 36,
    job_notes: 4000,
    job_status: 100,
    job_estimate_crew: 60,
    job_install_crew: 60,
    kept: 36,
    key: 60,
    keys: 36,
    sentFor: 400,
    sku: 100,
    subject: 64,
    timeZone: 64,
    undoneIntent: 36,
  });
});

it("each list has the promised length, which its sentence names", () => {
  expect(limitsOf(LIST_LIMITS)).toEqual({
    aliasItemIds: 20,
    entries: 100,
    estimateRows: 60,
    fileIds: 100,
    ids: 500,
    job_categories: 50,
    job_drawings: 100,
    job_photo_estimate: 100,
    job_photo_install: 100,
    jobIds: 40,
    jobs: 100,
    keys: 60,
    added: 60,
    lines: 60,
    visits: 100,
  });
  for (const { max, sentence } of Object.values(LIST_LIMITS))
    expect(sentence.match(/\d+/g)?.at(-1)).toBe(String(max));
});

it("reads products of numbers and of constants", () => {
  const code =
    "const HOUR_MS = 60 * MINUTE_MS;\nconst MINUTE_MS = 60_000;\nf({ max: 2 * HOUR_MS, at: 1 });";
  expect(numberAfter(code, "max:")).toBe(2 * HOUR);
  expect(() => numberAfter(code, "min:")).toThrow("There is no min:");
});

/** Constants of other files. */
const IMPORTED: Readonly<Record<string, number>> = {
  MINUTE_MS: MINUTE,
  INTENTS_KEPT_MS: 30 * DAY,
};

/** The number, product or difference of numbers and constants that follows the first occurrence of a text. */
function numberAfter(code: string, before: string): number {
  const start = code.indexOf(before);
  if (start === -1) throw new Error(`There is no ${before}`);
  const [expression = ""] = code.slice(start + before.length).split(/[;,})]/);
  const valueOf = (factor: string) =>
    /^[A-Z]/.test(factor)
      ? (IMPORTED[factor] ?? numberAfter(code, `const ${factor} =`))
      : Number(factor.replaceAll("_", ""));
  const [first = NaN, ...others] = expression.split(" - ").map((product) =>
    product
      .split("*")
      .map((factor) => valueOf(factor.trim()))
      .reduce((value, factor) => value * factor),
  );
  return others.reduce((value, less) => value - less, first);
}
