import type { Behaviour } from "../../support/parity";
import { faultBehaviours } from "./faults";
import { fileBehaviours } from "./files";
import { pageBehaviours } from "./pages";
import { rangeBehaviours } from "./ranges";
import { readBehaviours } from "./reads";
import { searchBehaviours } from "./searches";
import { schedulerBehaviours } from "./scheduledFunctions";
import { validatorBehaviours } from "./validators";
import { writeBehaviours } from "./writes";

/** Behaviors of the database, the scheduler and file storage, whether or not the product uses them. */
export const databaseBehaviours: readonly Behaviour[] = [
  ...rangeBehaviours,
  ...readBehaviours,
  ...searchBehaviours,
  ...writeBehaviours,
  ...pageBehaviours,
  ...schedulerBehaviours,
  ...fileBehaviours,
  ...validatorBehaviours,
  ...faultBehaviours,
];
