/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as customers from "../customers.js";
import type * as files from "../files.js";
import type * as http from "../http.js";
import type * as inventory from "../inventory.js";
import type * as inventorySeed from "../inventorySeed.js";
import type * as jobs from "../jobs.js";
import type * as model_access from "../model/access.js";
import type * as model_catalogueSeed from "../model/catalogueSeed.js";
import type * as model_changes from "../model/changes.js";
import type * as model_counters from "../model/counters.js";
import type * as model_customerCopies from "../model/customerCopies.js";
import type * as model_customerMerges from "../model/customerMerges.js";
import type * as model_customers from "../model/customers.js";
import type * as model_deletions from "../model/deletions.js";
import type * as model_demoData from "../model/demoData.js";
import type * as model_errors from "../model/errors.js";
import type * as model_files from "../model/files.js";
import type * as model_inventoryColors from "../model/inventoryColors.js";
import type * as model_inventoryItems from "../model/inventoryItems.js";
import type * as model_inventoryTxns from "../model/inventoryTxns.js";
import type * as model_inventoryValidators from "../model/inventoryValidators.js";
import type * as model_jobDistance from "../model/jobDistance.js";
import type * as model_jobPages from "../model/jobPages.js";
import type * as model_jobSchedule from "../model/jobSchedule.js";
import type * as model_jobSearch from "../model/jobSearch.js";
import type * as model_jobs from "../model/jobs.js";
import type * as model_limits from "../model/limits.js";
import type * as model_matches from "../model/matches.js";
import type * as model_obtainedDates from "../model/obtainedDates.js";
import type * as model_pages from "../model/pages.js";
import type * as model_stock from "../model/stock.js";
import type * as model_strayFiles from "../model/strayFiles.js";
import type * as model_taskValidators from "../model/taskValidators.js";
import type * as model_tasks from "../model/tasks.js";
import type * as model_uploadTickets from "../model/uploadTickets.js";
import type * as model_uploads from "../model/uploads.js";
import type * as model_validators from "../model/validators.js";
import type * as seed from "../seed.js";
import type * as tasks from "../tasks.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  customers: typeof customers;
  files: typeof files;
  http: typeof http;
  inventory: typeof inventory;
  inventorySeed: typeof inventorySeed;
  jobs: typeof jobs;
  "model/access": typeof model_access;
  "model/catalogueSeed": typeof model_catalogueSeed;
  "model/changes": typeof model_changes;
  "model/counters": typeof model_counters;
  "model/customerCopies": typeof model_customerCopies;
  "model/customerMerges": typeof model_customerMerges;
  "model/customers": typeof model_customers;
  "model/deletions": typeof model_deletions;
  "model/demoData": typeof model_demoData;
  "model/errors": typeof model_errors;
  "model/files": typeof model_files;
  "model/inventoryColors": typeof model_inventoryColors;
  "model/inventoryItems": typeof model_inventoryItems;
  "model/inventoryTxns": typeof model_inventoryTxns;
  "model/inventoryValidators": typeof model_inventoryValidators;
  "model/jobDistance": typeof model_jobDistance;
  "model/jobPages": typeof model_jobPages;
  "model/jobSchedule": typeof model_jobSchedule;
  "model/jobSearch": typeof model_jobSearch;
  "model/jobs": typeof model_jobs;
  "model/limits": typeof model_limits;
  "model/matches": typeof model_matches;
  "model/obtainedDates": typeof model_obtainedDates;
  "model/pages": typeof model_pages;
  "model/stock": typeof model_stock;
  "model/strayFiles": typeof model_strayFiles;
  "model/taskValidators": typeof model_taskValidators;
  "model/tasks": typeof model_tasks;
  "model/uploadTickets": typeof model_uploadTickets;
  "model/uploads": typeof model_uploads;
  "model/validators": typeof model_validators;
  seed: typeof seed;
  tasks: typeof tasks;
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
