import type { Behaviour } from "../../packages/embedded-convex/tests/support/parity";
import { customerBehaviours } from "./customerBehaviours";
import { jobBehaviours } from "./jobBehaviours";
import { jobListBehaviours } from "./jobListBehaviours";
import { photoBehaviours } from "./photoBehaviours";
import { stockBehaviours } from "./stockBehaviours";
import { workspaceBehaviours } from "./workspaceBehaviours";

/**
 * The behaviors of the product's functions that every backend must have: one list, run on convex-test and on our server. If the two
 * differ, real Convex decides which of them is wrong.
 */
export const behaviours: readonly Behaviour[] = [
  ...customerBehaviours,
  ...workspaceBehaviours,
  ...jobBehaviours,
  ...jobListBehaviours,
  ...photoBehaviours,
  ...stockBehaviours,
];
