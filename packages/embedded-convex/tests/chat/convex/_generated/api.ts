/** What `npx convex codegen` writes: references to the functions, typed by the modules. */
import {
  anyApi,
  type ApiFromModules,
  type FilterApi,
  type FunctionReference,
  type FunctionType,
} from "convex/server";
import type * as bot from "../bot";
import type * as files from "../files";
import type * as messages from "../messages";
import type * as reminders from "../reminders";

type Api = ApiFromModules<{
  bot: typeof bot;
  files: typeof files;
  messages: typeof messages;
  reminders: typeof reminders;
}>;

export const api = anyApi as unknown as FilterApi<Api, FunctionReference<FunctionType, "public">>;
export const internal = anyApi as unknown as FilterApi<
  Api,
  FunctionReference<FunctionType, "internal">
>;
