/** The modules of `convex/` by their names, as Convex names them. A bundler can do the same: see `moduleMap`. */
import type { ModuleMap } from "embedded-convex";
import * as authConfig from "./convex/auth.config";
import * as bot from "./convex/bot";
import * as files from "./convex/files";
import * as http from "./convex/http";
import * as messages from "./convex/messages";
import * as reminders from "./convex/reminders";
import * as schema from "./convex/schema";

export const modules: ModuleMap = {
  "auth.config": authConfig,
  bot,
  files,
  http,
  messages,
  reminders,
  schema,
};
