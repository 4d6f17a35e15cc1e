import type { Behavior } from "../../packages/embedded-convex/tests/support/parity";
import { customerBehaviors } from "./customerBehaviors";
import { historyBehaviors } from "./historyBehaviors";
import { jobBehaviors } from "./jobBehaviors";
import { jobListBehaviors } from "./jobListBehaviors";
import { photoBehaviors } from "./photoBehaviors";
import { stockBehaviors } from "./stockBehaviors";
import { workspaceBehaviors } from "./workspaceBehaviors";

/**
 * The behaviors of the product's functions that every backend must have: one list, run on convex-test and on our
 * server. If the two differ, real Convex decides which of them is wrong.
 */
export const behaviors: readonly Behavior[] = [
  ...customerBehaviors,
  ...workspaceBehaviors,
  ...jobBehaviors,
  ...jobListBehaviors,
  ...photoBehaviors,
  ...stockBehaviors,
  ...historyBehaviors,
];
