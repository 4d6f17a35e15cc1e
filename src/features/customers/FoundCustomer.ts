import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type FoundCustomer = FunctionReturnType<
  typeof api.customers.search
>[number];
