import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/Button";
import type { DateReading } from "@domain/job/typedTimes";
import { readingText } from "./dateReadings";

interface DateChoiceProps {
  /** For example "Which estimate date". */
  readonly label: string;
  readonly readings: readonly DateReading[];
  readonly onChoose: (reading: DateReading) => void;
}

/** The readings of a text that can be read in several ways: one stop of the Tab key, in which the arrow keys move. */
export function DateChoice({ label, readings, onChoose }: DateChoiceProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-wrap gap-2 pt-1.5"
      onKeyDown={moveByArrows}
    >
      {readings.map((reading, index) => (
        <Button
          key={`${reading.value ?? reading.day} ${reading.end ?? ""}`}
          size="small"
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onChoose(reading)}
        >
          {readingText(reading)}
        </Button>
      ))}
    </div>
  );
}

/** Moves the focus among the buttons of the element. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const step = Object.hasOwn(steps, event.key) ? steps[event.key as keyof typeof steps] : undefined;
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === event.target);
  buttons[at + step]?.focus();
}
