import * as Popover from "@radix-ui/react-popover";
import { useId, useRef, type FocusEvent, type KeyboardEvent } from "react";
import { FIELDS } from "@domain/calls/fields";
import { CalendarDays } from "@/components/icons/firstIcons";
import { X } from "@/components/icons/icons";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { useDialogPortal } from "@/components/ui/dialogPortal";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { Spinner } from "@/components/ui/Spinner";
import { formatLongDay, type DayKey } from "@domain/dates/days";
import { formatTime } from "@domain/dates/times";
import { fromDateTimeField } from "@domain/dates/dateTimeField";
import type { VisitReading } from "@domain/job/typedSpans";
import type { VisitField } from "@domain/job/visits";
import { defersBlur, holdsText } from "./useDeferredBlur";
import { DateChoice } from "@/job/fields/DateChoice";
import { DayVisits } from "@/job/fields/DayVisits";
import { JobField } from "./FormFields";
import { spanReader } from "@/job/fields/spanReader";
import { useTypedDateTime, type TypedDateTime } from "./useTypedDateTime";

const load = () => import("./DateTimePicker");

/** Loaded separately from the dialog, because it contains a calendar month. */
const LazyPicker = lazyPart(async () => (await load()).DateTimePicker, {
  Loading: PickerLoading,
  Failed: PickerFailed,
});

interface TypedDateTimeFieldProps {
  readonly name: VisitField;
}

/** A date and a time as text, such as "wed 10", with a month and times to choose from. */
export function TypedDateTimeField({ name }: TypedDateTimeFieldProps) {
  const field = useTypedDateTime(name);
  const { reading } = field;
  return (
    <>
      <JobField name={name} problem={field.problem}>
        <TypedDateTimeInput field={field} />
      </JobField>
      {reading?.value === null && !field.isOpen && (
        <DayVisits key={reading.day} day={reading.day} at={null} />
      )}
    </>
  );
}

function TypedDateTimeInput({ field }: { readonly field: TypedDateTime }) {
  const { name, readings } = field;
  const label = FIELDS[name].label.toLowerCase();
  const container = useDialogPortal();
  const popoverId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && [anchor, content].some(({ current }) => current?.contains(target));

  return (
    <div
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (!isInside(relatedTarget)) field.leave();
      }}
    >
      <Popover.Root open={field.isOpen} onOpenChange={(open) => !open && field.settle()}>
        <Popover.Anchor asChild>
          <div ref={anchor}>
            <div className="relative">
              <DateTimeText {...{ field, popoverId }} />
            </div>
            {readings.length > 1 && !field.isLocked && (
              <DateChoice
                label={`Which ${label}`}
                readings={readings}
                onChoose={(reading) => {
                  // The button disappears with its choice.
                  anchor.current?.querySelector("input")?.focus();
                  field.chooseReading(reading);
                }}
              />
            )}
          </div>
        </Popover.Anchor>
        <Popover.Portal container={container}>
          <Popover.Content
            ref={content}
            id={popoverId}
            aria-label={`Choose ${label}`}
            // Above the field, so that it does not cover Save.
            side="top"
            align="end"
            sideOffset={4}
            collisionPadding={12}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onEscapeKeyDown={() => anchor.current?.querySelector("input")?.focus()}
            onInteractOutside={(event) => {
              const { target } = event;
              const isDeferred =
                target instanceof Element && (holdsText(target) || defersBlur(target));
              if (isDeferred || isInside(target)) event.preventDefault();
            }}
            className="z-50 max-h-(--radix-popover-content-available-height) w-[min(25rem,100vw-2rem)] short:w-[42rem] animate-pop overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-3 shadow-float outline-none"
          >
            <p role="status" className="mb-3 text-sm font-medium">
              {summary(field.reading, field.shownDay)}
            </p>
            <LazyPicker
              reading={field.reading}
              shownDay={field.shownDay}
              takesFocus={field.takesFocus}
              onChoose={(value, isWhole) => {
                field.choose(value);
                if (!isWhole) return;
                anchor.current?.querySelector("input")?.focus();
                field.settle(value);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function summary(reading: VisitReading | undefined, shownDay: DayKey): string {
  if (reading === undefined) return `Type “wed 10” or choose a time on ${formatLongDay(shownDay)}`;
  const { day, value, span = {}, problem } = reading;
  if (value === null) return `${formatLongDay(day)}: choose a time`;
  if (problem !== undefined) return problem;
  const at = Number(fromDateTimeField(value));
  return [`${formatLongDay(day)} at ${formatTime(at)}`, spanReader.words(at, span)]
    .filter(Boolean)
    .join(", ");
}

interface DateTimeTextProps {
  readonly field: TypedDateTime;
  readonly popoverId: string;
}

function DateTimeText({ field, popoverId }: DateTimeTextProps) {
  const { name } = field;
  const label = FIELDS[name].label.toLowerCase();
  const preload = () => {
    // Opening the popover tries again and reports the failure.
    load().catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "ArrowDown") {
      if (field.readings.length > 1) focusChoice(event.currentTarget);
      else field.openMonth();
    } else if (event.key === "Enter" && (field.isOpen || field.isTyping)) field.settle();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        name={name}
        autoComplete="off"
        placeholder="wed 10, 11/26 2p"
        className="pr-8 tabular-nums touch:pr-10"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={field.isOpen}
        aria-controls={field.isOpen ? popoverId : undefined}
        readOnly={field.isLocked}
        value={field.text}
        onPointerEnter={preload}
        onFocus={() => {
          preload();
          field.focus();
        }}
        onClick={field.open}
        onChange={(event) => field.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {field.text === "" ? (
        <IconButton
          label={`Choose ${label}`}
          // Not a Tab stop: the arrow key opens the month too.
          tabIndex={-1}
          disabled={field.isLocked}
          className="absolute inset-y-0 right-0 text-ink-muted"
          onClick={field.openMonth}
        >
          <CalendarDays aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton
          label={`Clear ${label}`}
          // Not a Tab stop: deleting the text clears the field too.
          tabIndex={-1}
          disabled={field.isLocked}
          className="absolute inset-y-0 right-0 text-ink-muted"
          onClick={() => field.settle("")}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** Finds the choice as a later element in the input's block. */
function focusChoice(input: HTMLElement) {
  input.parentElement?.parentElement?.querySelector<HTMLElement>("[role='group'] button")?.focus();
}

function PickerLoading() {
  return (
    <div className="flex h-72 items-center justify-center">
      <Spinner />
    </div>
  );
}

function PickerFailed({ onRetry }: FailedProps<object>) {
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <p role="alert">The month could not be loaded. The date can still be typed.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
