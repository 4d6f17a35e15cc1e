import type { Behavior } from "../../support/parity";
import { environmentBehaviors } from "./environment";
import { faultBehaviors } from "./faults";
import { fileBehaviors } from "./files";
import { pageBehaviors } from "./pages";
import { rangeBehaviors } from "./ranges";
import { readBehaviors } from "./reads";
import { searchBehaviors } from "./searches";
import { schedulerBehaviors } from "./scheduledFunctions";
import { validatorBehaviors } from "./validators";
import { writeBehaviors } from "./writes";

/** Behaviors of the database, the scheduler and file storage, whether or not the product uses them. */
export const databaseBehaviors: readonly Behavior[] = [
  ...rangeBehaviors,
  ...readBehaviors,
  ...searchBehaviors,
  ...writeBehaviors,
  ...pageBehaviors,
  ...schedulerBehaviors,
  ...fileBehaviors,
  ...validatorBehaviors,
  ...faultBehaviors,
  ...environmentBehaviors,
];
