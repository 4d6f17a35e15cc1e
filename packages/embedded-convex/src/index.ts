/**
 * The public entry of embedded-convex. Other code imports the package through this file and the Vite plugin (`./vite`)
 * only.
 *
 * - Serve: `serve`, or `lockDataFolder` and `openBackend` with a server of the host.
 * - Extend the HTTP server: `Router` and the helpers for its handlers.
 * - Back up: `copyOnline`, `vacuumInto`, `inspectDatabase`, `checkIntegrity`.
 * - Update: `readFormat`, `schemaOf`, `readStoredSchema`, `requireMatchingDocuments`.
 * - Move data: `ExportReader`, `ImportWriter`.
 */
export {
  openBackend,
  type Backend,
  type BackendLimits,
  type BackendOptions,
  type BackendStats,
} from "./backend";
export { serve, type Served, type ServeOptions } from "./serve";
export { isOpenElsewhere, lockDataFolder, lockFile, type FileLock } from "./dataFolder";
export type { ModuleMap, TrustedProvider } from "./runtime/registry";
export { isInCall } from "./runtime/callContext";
export { moduleMap, type ModuleFiles } from "./runtime/moduleFiles";
export type { FinishedCall } from "./sync/observedRunner";
export { InvalidToken, IssuerUnreachable, type VerifiedToken, type VerifyToken } from "./identity";
export { errorText, type Log, type LogFields } from "./log";
export { DeveloperError, SchemaMismatch, StartupError } from "./store/errors";

// HTTP
export { HttpError } from "./httpError";
export { readBody, sendError, sendJson } from "./http/responses";
export { drain } from "./http/drain";
export { matchesEtag } from "./http/etag";
export { idleTimeout } from "./http/idleTimeout";
export { isOwnOrigin, originOf } from "./http/requestOrigin";
export { pathOf, requestTarget } from "./http/requestTarget";
export {
  Router,
  STATUS_FUNCTION_FAILED,
  type AnsweredRequest,
  type Handler,
  type Route,
} from "./http/router";
export type { RequestCaller } from "./requestGate";
export {
  DEFAULT_LIMITS,
  REFUSED_MESSAGE,
  type RequestLimits,
  type RequestTable,
} from "./requestLimits";
export type { RequestRateLimit } from "./requestRate";
export { rawResponse } from "./sync/rawResponse";

// Backup
export {
  checkIntegrity,
  vacuumInto,
  copyOnline,
  readFormat,
  openCopy,
} from "./store/databaseCopies";
export { inspectDatabase, type BlobEntry, type DatabaseContents } from "./store/inspection";

// The data folder's last commit
export { forgetLastCommit, type LostCommits } from "./store/lastCommit";

// Update
export { DATABASE_FORMAT } from "./store/migrations";
export { schemaOf } from "./runtime/registry";
export type { TableSpec } from "./store/schemaSpec";
export {
  readStoredSchema,
  requireMatchingDocuments,
  schemaFingerprint,
} from "./store/storedSchema";

// Export and import
export {
  ExportReader,
  requirePlainJson,
  type ExportedFile,
  type ExportedTable,
} from "./exportReader";
export { ImportWriter } from "./importWriter";
export { decodeDocumentId, encodeDocumentId } from "./store/documentId";
export type { EncodedObject } from "./store/encodedValue";

// SQLite
export { loadDriver, openSqlite } from "./store/driver";
export type { Sqlite } from "./store/sqliteInterface";

// The disk
export { diskFaultCode, diskFaultOf } from "./store/diskFaults";
export { makeOwnerOnly, requireSameUser } from "./store/ownerOnly";
export { syncFile, syncFolder, syncFolderNow } from "./store/syncFolder";
