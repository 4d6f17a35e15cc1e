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
import type * as imports from "../imports.js";
import type * as inventory from "../inventory.js";
import type * as inventorySeed from "../inventorySeed.js";
import type * as jobs from "../jobs.js";
import type * as lines from "../lines.js";
import type * as messages from "../messages.js";
import type * as model_access from "../model/access.js";
import type * as model_batches from "../model/batches.js";
import type * as model_clientKeys from "../model/clientKeys.js";
import type * as model_customers_comparedCustomers from "../model/customers/comparedCustomers.js";
import type * as model_customers_copies from "../model/customers/copies.js";
import type * as model_customers_counters from "../model/customers/counters.js";
import type * as model_customers_customers from "../model/customers/customers.js";
import type * as model_customers_derived from "../model/customers/derived.js";
import type * as model_customers_details from "../model/customers/details.js";
import type * as model_customers_search from "../model/customers/search.js";
import type * as model_customers_similar from "../model/customers/similar.js";
import type * as model_customers_validators from "../model/customers/validators.js";
import type * as model_derivedVersion from "../model/derivedVersion.js";
import type * as model_environment from "../model/environment.js";
import type * as model_errors from "../model/errors.js";
import type * as model_files_files from "../model/files/files.js";
import type * as model_files_orphanedFiles from "../model/files/orphanedFiles.js";
import type * as model_files_rows from "../model/files/rows.js";
import type * as model_files_thumbnails from "../model/files/thumbnails.js";
import type * as model_files_uploadTickets from "../model/files/uploadTickets.js";
import type * as model_files_uploadedBytes from "../model/files/uploadedBytes.js";
import type * as model_files_uploads from "../model/files/uploads.js";
import type * as model_files_validators from "../model/files/validators.js";
import type * as model_history_entries from "../model/history/entries.js";
import type * as model_history_intents from "../model/history/intents.js";
import type * as model_history_openedMessages from "../model/history/openedMessages.js";
import type * as model_history_retention from "../model/history/retention.js";
import type * as model_history_runChange from "../model/history/runChange.js";
import type * as model_history_subjects from "../model/history/subjects.js";
import type * as model_history_tables from "../model/history/tables.js";
import type * as model_history_trash from "../model/history/trash.js";
import type * as model_history_undo from "../model/history/undo.js";
import type * as model_history_validators from "../model/history/validators.js";
import type * as model_history_visitHistory from "../model/history/visitHistory.js";
import type * as model_history_writeHistory from "../model/history/writeHistory.js";
import type * as model_imports_check from "../model/imports/check.js";
import type * as model_imports_findings from "../model/imports/findings.js";
import type * as model_imports_importedRows from "../model/imports/importedRows.js";
import type * as model_imports_staging from "../model/imports/staging.js";
import type * as model_imports_tables from "../model/imports/tables.js";
import type * as model_imports_validators from "../model/imports/validators.js";
import type * as model_input from "../model/input.js";
import type * as model_inventory_catalogueSeed from "../model/inventory/catalogueSeed.js";
import type * as model_inventory_colorStock from "../model/inventory/colorStock.js";
import type * as model_inventory_colors from "../model/inventory/colors.js";
import type * as model_inventory_demoMarks from "../model/inventory/demoMarks.js";
import type * as model_inventory_items from "../model/inventory/items.js";
import type * as model_inventory_reorderLevels from "../model/inventory/reorderLevels.js";
import type * as model_inventory_stock from "../model/inventory/stock.js";
import type * as model_inventory_validators from "../model/inventory/validators.js";
import type * as model_jobs_cleanings from "../model/jobs/cleanings.js";
import type * as model_jobs_counts from "../model/jobs/counts.js";
import type * as model_jobs_customerJobs from "../model/jobs/customerJobs.js";
import type * as model_jobs_derived from "../model/jobs/derived.js";
import type * as model_jobs_deviceCopy from "../model/jobs/deviceCopy.js";
import type * as model_jobs_distance from "../model/jobs/distance.js";
import type * as model_jobs_dueJobs from "../model/jobs/dueJobs.js";
import type * as model_jobs_find from "../model/jobs/find.js";
import type * as model_jobs_findCreated from "../model/jobs/findCreated.js";
import type * as model_jobs_jobs from "../model/jobs/jobs.js";
import type * as model_jobs_lasting from "../model/jobs/lasting.js";
import type * as model_jobs_lineStock from "../model/jobs/lineStock.js";
import type * as model_jobs_lineSums from "../model/jobs/lineSums.js";
import type * as model_jobs_lines from "../model/jobs/lines.js";
import type * as model_jobs_pages from "../model/jobs/pages.js";
import type * as model_jobs_schedule from "../model/jobs/schedule.js";
import type * as model_jobs_search from "../model/jobs/search.js";
import type * as model_jobs_summaries from "../model/jobs/summaries.js";
import type * as model_jobs_tables from "../model/jobs/tables.js";
import type * as model_jobs_totals from "../model/jobs/totals.js";
import type * as model_jobs_typedSearch from "../model/jobs/typedSearch.js";
import type * as model_jobs_validators from "../model/jobs/validators.js";
import type * as model_jobs_waiting from "../model/jobs/waiting.js";
import type * as model_limits from "../model/limits.js";
import type * as model_messages_templates from "../model/messages/templates.js";
import type * as model_messages_validators from "../model/messages/validators.js";
import type * as model_office_settings from "../model/office/settings.js";
import type * as model_office_validators from "../model/office/validators.js";
import type * as model_operations_deletions from "../model/operations/deletions.js";
import type * as model_operations_demoData from "../model/operations/demoData.js";
import type * as model_operations_demoStock from "../model/operations/demoStock.js";
import type * as model_operations_importRun from "../model/operations/importRun.js";
import type * as model_operations_importUndo from "../model/operations/importUndo.js";
import type * as model_operations_jobDeletions from "../model/operations/jobDeletions.js";
import type * as model_operations_merges from "../model/operations/merges.js";
import type * as model_operations_obtainedDates from "../model/operations/obtainedDates.js";
import type * as model_operations_operations from "../model/operations/operations.js";
import type * as model_operations_rebuild from "../model/operations/rebuild.js";
import type * as model_operations_rebuildBatches from "../model/operations/rebuildBatches.js";
import type * as model_operations_resume from "../model/operations/resume.js";
import type * as model_operations_steps from "../model/operations/steps.js";
import type * as model_operations_undoRun from "../model/operations/undoRun.js";
import type * as model_operations_undoRunCheck from "../model/operations/undoRunCheck.js";
import type * as model_operations_validators from "../model/operations/validators.js";
import type * as model_pages from "../model/pages.js";
import type * as model_personRates from "../model/personRates.js";
import type * as model_scheduled from "../model/scheduled.js";
import type * as model_search_find from "../model/search/find.js";
import type * as model_search_names from "../model/search/names.js";
import type * as model_search_noteWords from "../model/search/noteWords.js";
import type * as model_search_rarestWord from "../model/search/rarestWord.js";
import type * as model_search_readBudget from "../model/search/readBudget.js";
import type * as model_search_tables from "../model/search/tables.js";
import type * as model_search_validators from "../model/search/validators.js";
import type * as model_search_wordStreams from "../model/search/wordStreams.js";
import type * as model_search_words from "../model/search/words.js";
import type * as model_trashRows from "../model/trashRows.js";
import type * as model_validators from "../model/validators.js";
import type * as model_workspaces_closings from "../model/workspaces/closings.js";
import type * as model_workspaces_moves from "../model/workspaces/moves.js";
import type * as model_workspaces_sizes from "../model/workspaces/sizes.js";
import type * as model_writes_applyChange from "../model/writes/applyChange.js";
import type * as model_writes_derived from "../model/writes/derived.js";
import type * as model_writes_labels from "../model/writes/labels.js";
import type * as model_writes_recorder from "../model/writes/recorder.js";
import type * as model_writes_rows from "../model/writes/rows.js";
import type * as model_writes_validators from "../model/writes/validators.js";
import type * as model_written from "../model/written.js";
import type * as office from "../office.js";
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
  imports: typeof imports;
  inventory: typeof inventory;
  inventorySeed: typeof inventorySeed;
  jobs: typeof jobs;
  lines: typeof lines;
  messages: typeof messages;
  "model/access": typeof model_access;
  "model/batches": typeof model_batches;
  "model/clientKeys": typeof model_clientKeys;
  "model/customers/comparedCustomers": typeof model_customers_comparedCustomers;
  "model/customers/copies": typeof model_customers_copies;
  "model/customers/counters": typeof model_customers_counters;
  "model/customers/customers": typeof model_customers_customers;
  "model/customers/derived": typeof model_customers_derived;
  "model/customers/details": typeof model_customers_details;
  "model/customers/search": typeof model_customers_search;
  "model/customers/similar": typeof model_customers_similar;
  "model/customers/validators": typeof model_customers_validators;
  "model/derivedVersion": typeof model_derivedVersion;
  "model/environment": typeof model_environment;
  "model/errors": typeof model_errors;
  "model/files/files": typeof model_files_files;
  "model/files/orphanedFiles": typeof model_files_orphanedFiles;
  "model/files/rows": typeof model_files_rows;
  "model/files/thumbnails": typeof model_files_thumbnails;
  "model/files/uploadTickets": typeof model_files_uploadTickets;
  "model/files/uploadedBytes": typeof model_files_uploadedBytes;
  "model/files/uploads": typeof model_files_uploads;
  "model/files/validators": typeof model_files_validators;
  "model/history/entries": typeof model_history_entries;
  "model/history/intents": typeof model_history_intents;
  "model/history/openedMessages": typeof model_history_openedMessages;
  "model/history/retention": typeof model_history_retention;
  "model/history/runChange": typeof model_history_runChange;
  "model/history/subjects": typeof model_history_subjects;
  "model/history/tables": typeof model_history_tables;
  "model/history/trash": typeof model_history_trash;
  "model/history/undo": typeof model_history_undo;
  "model/history/validators": typeof model_history_validators;
  "model/history/visitHistory": typeof model_history_visitHistory;
  "model/history/writeHistory": typeof model_history_writeHistory;
  "model/imports/check": typeof model_imports_check;
  "model/imports/findings": typeof model_imports_findings;
  "model/imports/importedRows": typeof model_imports_importedRows;
  "model/imports/staging": typeof model_imports_staging;
  "model/imports/tables": typeof model_imports_tables;
  "model/imports/validators": typeof model_imports_validators;
  "model/input": typeof model_input;
  "model/inventory/catalogueSeed": typeof model_inventory_catalogueSeed;
  "model/inventory/colorStock": typeof model_inventory_colorStock;
  "model/inventory/colors": typeof model_inventory_colors;
  "model/inventory/demoMarks": typeof model_inventory_demoMarks;
  "model/inventory/items": typeof model_inventory_items;
  "model/inventory/reorderLevels": typeof model_inventory_reorderLevels;
  "model/inventory/stock": typeof model_inventory_stock;
  "model/inventory/validators": typeof model_inventory_validators;
  "model/jobs/cleanings": typeof model_jobs_cleanings;
  "model/jobs/counts": typeof model_jobs_counts;
  "model/jobs/customerJobs": typeof model_jobs_customerJobs;
  "model/jobs/derived": typeof model_jobs_derived;
  "model/jobs/deviceCopy": typeof model_jobs_deviceCopy;
  "model/jobs/distance": typeof model_jobs_distance;
  "model/jobs/dueJobs": typeof model_jobs_dueJobs;
  "model/jobs/find": typeof model_jobs_find;
  "model/jobs/findCreated": typeof model_jobs_findCreated;
  "model/jobs/jobs": typeof model_jobs_jobs;
  "model/jobs/lasting": typeof model_jobs_lasting;
  "model/jobs/lineStock": typeof model_jobs_lineStock;
  "model/jobs/lineSums": typeof model_jobs_lineSums;
  "model/jobs/lines": typeof model_jobs_lines;
  "model/jobs/pages": typeof model_jobs_pages;
  "model/jobs/schedule": typeof model_jobs_schedule;
  "model/jobs/search": typeof model_jobs_search;
  "model/jobs/summaries": typeof model_jobs_summaries;
  "model/jobs/tables": typeof model_jobs_tables;
  "model/jobs/totals": typeof model_jobs_totals;
  "model/jobs/typedSearch": typeof model_jobs_typedSearch;
  "model/jobs/validators": typeof model_jobs_validators;
  "model/jobs/waiting": typeof model_jobs_waiting;
  "model/limits": typeof model_limits;
  "model/messages/templates": typeof model_messages_templates;
  "model/messages/validators": typeof model_messages_validators;
  "model/office/settings": typeof model_office_settings;
  "model/office/validators": typeof model_office_validators;
  "model/operations/deletions": typeof model_operations_deletions;
  "model/operations/demoData": typeof model_operations_demoData;
  "model/operations/demoStock": typeof model_operations_demoStock;
  "model/operations/importRun": typeof model_operations_importRun;
  "model/operations/importUndo": typeof model_operations_importUndo;
  "model/operations/jobDeletions": typeof model_operations_jobDeletions;
  "model/operations/merges": typeof model_operations_merges;
  "model/operations/obtainedDates": typeof model_operations_obtainedDates;
  "model/operations/operations": typeof model_operations_operations;
  "model/operations/rebuild": typeof model_operations_rebuild;
  "model/operations/rebuildBatches": typeof model_operations_rebuildBatches;
  "model/operations/resume": typeof model_operations_resume;
  "model/operations/steps": typeof model_operations_steps;
  "model/operations/undoRun": typeof model_operations_undoRun;
  "model/operations/undoRunCheck": typeof model_operations_undoRunCheck;
  "model/operations/validators": typeof model_operations_validators;
  "model/pages": typeof model_pages;
  "model/personRates": typeof model_personRates;
  "model/scheduled": typeof model_scheduled;
  "model/search/find": typeof model_search_find;
  "model/search/names": typeof model_search_names;
  "model/search/noteWords": typeof model_search_noteWords;
  "model/search/rarestWord": typeof model_search_rarestWord;
  "model/search/readBudget": typeof model_search_readBudget;
  "model/search/tables": typeof model_search_tables;
  "model/search/validators": typeof model_search_validators;
  "model/search/wordStreams": typeof model_search_wordStreams;
  "model/search/words": typeof model_search_words;
  "model/trashRows": typeof model_trashRows;
  "model/validators": typeof model_validators;
  "model/workspaces/closings": typeof model_workspaces_closings;
  "model/workspaces/moves": typeof model_workspaces_moves;
  "model/workspaces/sizes": typeof model_workspaces_sizes;
  "model/writes/applyChange": typeof model_writes_applyChange;
  "model/writes/derived": typeof model_writes_derived;
  "model/writes/labels": typeof model_writes_labels;
  "model/writes/recorder": typeof model_writes_recorder;
  "model/writes/rows": typeof model_writes_rows;
  "model/writes/validators": typeof model_writes_validators;
  "model/written": typeof model_written;
  office: typeof office;
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
