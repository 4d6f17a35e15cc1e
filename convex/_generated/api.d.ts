/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as changes from "../changes.js";
import type * as customers from "../customers.js";
import type * as files from "../files.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as inventory from "../inventory.js";
import type * as inventorySeed from "../inventorySeed.js";
import type * as jobs from "../jobs.js";
import type * as model_access from "../model/access.js";
import type * as model_changes from "../model/changes.js";
import type * as model_clientKeys from "../model/clientKeys.js";
import type * as model_customers_copies from "../model/customers/copies.js";
import type * as model_customers_counters from "../model/customers/counters.js";
import type * as model_customers_customers from "../model/customers/customers.js";
import type * as model_customers_merges from "../model/customers/merges.js";
import type * as model_customers_obtainedDates from "../model/customers/obtainedDates.js";
import type * as model_customers_search from "../model/customers/search.js";
import type * as model_customers_validators from "../model/customers/validators.js";
import type * as model_errors from "../model/errors.js";
import type * as model_files_files from "../model/files/files.js";
import type * as model_files_orphanedFiles from "../model/files/orphanedFiles.js";
import type * as model_files_rows from "../model/files/rows.js";
import type * as model_files_thumbnails from "../model/files/thumbnails.js";
import type * as model_files_uploadTickets from "../model/files/uploadTickets.js";
import type * as model_files_uploadedBytes from "../model/files/uploadedBytes.js";
import type * as model_files_uploads from "../model/files/uploads.js";
import type * as model_files_validators from "../model/files/validators.js";
import type * as model_history_changes from "../model/history/changes.js";
import type * as model_history_derived from "../model/history/derived.js";
import type * as model_history_entries from "../model/history/entries.js";
import type * as model_history_intents from "../model/history/intents.js";
import type * as model_history_labels from "../model/history/labels.js";
import type * as model_history_recorder from "../model/history/recorder.js";
import type * as model_history_retention from "../model/history/retention.js";
import type * as model_history_rows from "../model/history/rows.js";
import type * as model_history_trash from "../model/history/trash.js";
import type * as model_history_trashRows from "../model/history/trashRows.js";
import type * as model_history_undo from "../model/history/undo.js";
import type * as model_history_undoRun from "../model/history/undoRun.js";
import type * as model_history_validators from "../model/history/validators.js";
import type * as model_input from "../model/input.js";
import type * as model_inventory_catalogueSeed from "../model/inventory/catalogueSeed.js";
import type * as model_inventory_colors from "../model/inventory/colors.js";
import type * as model_inventory_items from "../model/inventory/items.js";
import type * as model_inventory_stock from "../model/inventory/stock.js";
import type * as model_inventory_validators from "../model/inventory/validators.js";
import type * as model_jobs_counts from "../model/jobs/counts.js";
import type * as model_jobs_deviceCopy from "../model/jobs/deviceCopy.js";
import type * as model_jobs_distance from "../model/jobs/distance.js";
import type * as model_jobs_find from "../model/jobs/find.js";
import type * as model_jobs_jobs from "../model/jobs/jobs.js";
import type * as model_jobs_moves from "../model/jobs/moves.js";
import type * as model_jobs_pages from "../model/jobs/pages.js";
import type * as model_jobs_schedule from "../model/jobs/schedule.js";
import type * as model_jobs_search from "../model/jobs/search.js";
import type * as model_jobs_summaries from "../model/jobs/summaries.js";
import type * as model_jobs_validators from "../model/jobs/validators.js";
import type * as model_jobs_waiting from "../model/jobs/waiting.js";
import type * as model_limits from "../model/limits.js";
import type * as model_operations_deletions from "../model/operations/deletions.js";
import type * as model_operations_demoData from "../model/operations/demoData.js";
import type * as model_operations_operations from "../model/operations/operations.js";
import type * as model_operations_steps from "../model/operations/steps.js";
import type * as model_operations_validators from "../model/operations/validators.js";
import type * as model_pages from "../model/pages.js";
import type * as model_rebuild_rebuild from "../model/rebuild/rebuild.js";
import type * as model_rebuild_validators from "../model/rebuild/validators.js";
import type * as model_rebuild_version from "../model/rebuild/version.js";
import type * as model_scheduled from "../model/scheduled.js";
import type * as model_search_find from "../model/search/find.js";
import type * as model_search_notes from "../model/search/notes.js";
import type * as model_search_validators from "../model/search/validators.js";
import type * as model_search_words from "../model/search/words.js";
import type * as model_validators from "../model/validators.js";
import type * as operations from "../operations.js";
import type * as rebuild from "../rebuild.js";
import type * as seed from "../seed.js";
import type * as tasks from "../tasks.js";
import type * as workspace from "../workspace.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  changes: typeof changes;
  customers: typeof customers;
  files: typeof files;
  functions: typeof functions;
  http: typeof http;
  inventory: typeof inventory;
  inventorySeed: typeof inventorySeed;
  jobs: typeof jobs;
  "model/access": typeof model_access;
  "model/changes": typeof model_changes;
  "model/clientKeys": typeof model_clientKeys;
  "model/customers/copies": typeof model_customers_copies;
  "model/customers/counters": typeof model_customers_counters;
  "model/customers/customers": typeof model_customers_customers;
  "model/customers/merges": typeof model_customers_merges;
  "model/customers/obtainedDates": typeof model_customers_obtainedDates;
  "model/customers/search": typeof model_customers_search;
  "model/customers/validators": typeof model_customers_validators;
  "model/errors": typeof model_errors;
  "model/files/files": typeof model_files_files;
  "model/files/orphanedFiles": typeof model_files_orphanedFiles;
  "model/files/rows": typeof model_files_rows;
  "model/files/thumbnails": typeof model_files_thumbnails;
  "model/files/uploadTickets": typeof model_files_uploadTickets;
  "model/files/uploadedBytes": typeof model_files_uploadedBytes;
  "model/files/uploads": typeof model_files_uploads;
  "model/files/validators": typeof model_files_validators;
  "model/history/changes": typeof model_history_changes;
  "model/history/derived": typeof model_history_derived;
  "model/history/entries": typeof model_history_entries;
  "model/history/intents": typeof model_history_intents;
  "model/history/labels": typeof model_history_labels;
  "model/history/recorder": typeof model_history_recorder;
  "model/history/retention": typeof model_history_retention;
  "model/history/rows": typeof model_history_rows;
  "model/history/trash": typeof model_history_trash;
  "model/history/trashRows": typeof model_history_trashRows;
  "model/history/undo": typeof model_history_undo;
  "model/history/undoRun": typeof model_history_undoRun;
  "model/history/validators": typeof model_history_validators;
  "model/input": typeof model_input;
  "model/inventory/catalogueSeed": typeof model_inventory_catalogueSeed;
  "model/inventory/colors": typeof model_inventory_colors;
  "model/inventory/items": typeof model_inventory_items;
  "model/inventory/stock": typeof model_inventory_stock;
  "model/inventory/validators": typeof model_inventory_validators;
  "model/jobs/counts": typeof model_jobs_counts;
  "model/jobs/deviceCopy": typeof model_jobs_deviceCopy;
  "model/jobs/distance": typeof model_jobs_distance;
  "model/jobs/find": typeof model_jobs_find;
  "model/jobs/jobs": typeof model_jobs_jobs;
  "model/jobs/moves": typeof model_jobs_moves;
  "model/jobs/pages": typeof model_jobs_pages;
  "model/jobs/schedule": typeof model_jobs_schedule;
  "model/jobs/search": typeof model_jobs_search;
  "model/jobs/summaries": typeof model_jobs_summaries;
  "model/jobs/validators": typeof model_jobs_validators;
  "model/jobs/waiting": typeof model_jobs_waiting;
  "model/limits": typeof model_limits;
  "model/operations/deletions": typeof model_operations_deletions;
  "model/operations/demoData": typeof model_operations_demoData;
  "model/operations/operations": typeof model_operations_operations;
  "model/operations/steps": typeof model_operations_steps;
  "model/operations/validators": typeof model_operations_validators;
  "model/pages": typeof model_pages;
  "model/rebuild/rebuild": typeof model_rebuild_rebuild;
  "model/rebuild/validators": typeof model_rebuild_validators;
  "model/rebuild/version": typeof model_rebuild_version;
  "model/scheduled": typeof model_scheduled;
  "model/search/find": typeof model_search_find;
  "model/search/notes": typeof model_search_notes;
  "model/search/validators": typeof model_search_validators;
  "model/search/words": typeof model_search_words;
  "model/validators": typeof model_validators;
  operations: typeof operations;
  rebuild: typeof rebuild;
  seed: typeof seed;
  tasks: typeof tasks;
  workspace: typeof workspace;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
