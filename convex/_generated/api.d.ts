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
import type * as jobs from "../jobs.js";
import type * as model_access from "../model/access.js";
import type * as model_changes from "../model/changes.js";
import type * as model_counters from "../model/counters.js";
import type * as model_customerCopies from "../model/customerCopies.js";
import type * as model_customers from "../model/customers.js";
import type * as model_errors from "../model/errors.js";
import type * as model_files from "../model/files.js";
import type * as model_jobDistance from "../model/jobDistance.js";
import type * as model_jobPages from "../model/jobPages.js";
import type * as model_jobSchedule from "../model/jobSchedule.js";
import type * as model_jobSearch from "../model/jobSearch.js";
import type * as model_jobs from "../model/jobs.js";
import type * as model_limits from "../model/limits.js";
import type * as model_pages from "../model/pages.js";
import type * as model_uploadTickets from "../model/uploadTickets.js";
import type * as model_uploads from "../model/uploads.js";
import type * as model_validators from "../model/validators.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  customers: typeof customers;
  files: typeof files;
  http: typeof http;
  jobs: typeof jobs;
  "model/access": typeof model_access;
  "model/changes": typeof model_changes;
  "model/counters": typeof model_counters;
  "model/customerCopies": typeof model_customerCopies;
  "model/customers": typeof model_customers;
  "model/errors": typeof model_errors;
  "model/files": typeof model_files;
  "model/jobDistance": typeof model_jobDistance;
  "model/jobPages": typeof model_jobPages;
  "model/jobSchedule": typeof model_jobSchedule;
  "model/jobSearch": typeof model_jobSearch;
  "model/jobs": typeof model_jobs;
  "model/limits": typeof model_limits;
  "model/pages": typeof model_pages;
  "model/uploadTickets": typeof model_uploadTickets;
  "model/uploads": typeof model_uploads;
  "model/validators": typeof model_validators;
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
