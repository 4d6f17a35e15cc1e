import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { Select } from "@/components/ui/Select";
import { useJobForm } from "@/job/JobFormContext";
import { JobField } from "./FormFields";

interface SelectFieldProps {
  readonly name: "job_status" | "customer_obtained_type" | "job_due_months";
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Saves a choice from the open list at once. Keys that change the closed list fire a change event for every option on
 * the way, so such a choice is saved on blur, or with the form.
 */
export function SelectField({ name, className, children }: SelectFieldProps) {
  const form = useJobForm();
  const { isBrowsing, ...keys } = useBrowsingKeys();
  return (
    <JobField name={name} {...(className && { className })}>
      <Select
        {...keys}
        name={name}
        disabled={form.isLocked}
        value={form.values[name]}
        onChange={({ target }) => {
          if (isBrowsing()) form.type(name, target.value);
          else form.choose(name, target.value);
        }}
        onBlur={({ target }) => form.leave(name, target.value)}
      >
        {children}
      </Select>
    </JobField>
  );
}

/** Keys that open the list or leave the field. */
const OTHER_KEYS = [" ", "Enter", "Escape", "F4", "Tab"];

/** Whether a key is changing the closed list. */
function useBrowsingKeys() {
  const browses = useRef(false);
  const stop = () => {
    browses.current = false;
  };
  return {
    isBrowsing: () => browses.current,
    onKeyDown: ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      browses.current = !altKey && !ctrlKey && !metaKey && !OTHER_KEYS.includes(key);
      // macOS opens the list on an arrow key, and its key-up never arrives.
      // Elsewhere the change is fired before the timer.
      if (key.length > 1) setTimeout(stop);
    },
    onKeyUp: stop,
    onPointerDown: stop,
  };
}
