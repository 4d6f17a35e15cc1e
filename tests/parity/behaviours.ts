import type { Behaviour } from "../../packages/embedded-convex/tests/support/parity";
import { customerBehaviours } from "./customerBehaviours";
import { jobBehaviours } from "./jobBehaviours";
import { jobListBehaviours } from "./jobListBehaviours";
import { photoBehaviours } from "./photoBehaviours";
import { stockBehaviours } from "./stockBehaviours";
import { workspaceBehaviours } from "./workspaceBehaviours";

/**
 * What the backend does with the product's functions, whichever it is: one list, run on convex-test and on our server. Where the two
 * differ, Convex's real behaviour decides which of them is wrong.
 */
export const behaviours: readonly Behaviour[] = [
  ...customerBehaviours,
  ...workspaceBehaviours,
  ...jobBehaviours,
  ...jobListBehaviours,
  ...photoBehaviours,
  ...stockBehaviours,
];
