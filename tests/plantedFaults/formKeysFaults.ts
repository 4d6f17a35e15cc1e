/** Faults in the keys of the job form. */
import type { PlantedFault } from "./plantedFault";

const FORM_KEYS = {
  file: "src/job/formKeys.ts",
  tests: ["tests/src/job/formKeys.test.tsx"],
};

export const FORM_KEY_FAULTS: readonly PlantedFault[] = [
  {
    ...FORM_KEYS,
    breaks: "in the job form, an Enter that is held saves again and again",
    find: "if (!event.repeat) form.requestSubmit();",
    replace: "form.requestSubmit();",
  },
  {
    ...FORM_KEYS,
    breaks: "in the job form, the Enter that chooses from a list saves too",
    find: 'if (key !== "Enter" || defaultPrevented) return;',
    replace: 'if (key !== "Enter") return;',
  },
  {
    ...FORM_KEYS,
    breaks: "in the job form, the Enter of an input method reaches the field",
    find: "  event.stopPropagation();\n",
    replace: "",
  },
  {
    ...FORM_KEYS,
    breaks: "the keys of the job form's blocks work in what lies over its dialog",
    find: "if (!(target instanceof Node) || !dialog.contains(target)) return;",
    replace: "if (!(target instanceof Node)) return;",
  },
  {
    ...FORM_KEYS,
    breaks: "a key of the job form's blocks focuses a control inside of a group",
    find: 'each.tabIndex >= 0 && !each.matches(":disabled")',
    replace: '!each.matches(":disabled")',
  },
];
