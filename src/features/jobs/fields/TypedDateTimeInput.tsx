import { CalendarDays, X } from "lucide-react";
import { Popover } from "radix-ui";
import {
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from "react";
import { FIELDS } from "@domain/fields";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { useDialogPortal } from "@/components/ui/dialogPortal";
import { IconButton } from "@/components/ui/IconButton";
import { Input } from "@/components/ui/Input";
import { Spinner } from "@/components/ui/Spinner";
import { UNREADABLE } from "@/components/ui/fieldControl";
import { formatVisitTime } from "@/lib/formatDateTime";
import { dayKeyOf } from "@domain/days";
import { fromDateTimeField } from "@domain/times";
import { readTypedDates } from "@domain/typedTimes";
import { useJobForm } from "../JobFormContext";
import type { DateFieldName } from "../jobFormFields";
import { holdsText } from "../useDeferredBlur";

const load = () => import("./DateTimePicker");

/** Loaded separately from the dialog, because it contains a calendar month. */
const LazyPicker = lazyPart(async () => (await load()).DateTimePicker, {
  Loading: PickerLoading,
  Failed: PickerFailed,
});

/** A date and a time as text, such as "wed 10", with a month and times to choose from. */
export function TypedDateTimeInput({ name }: { readonly name: DateFieldName }) {
  const field = useTypedDateTime(name);
  const container = useDialogPortal();
  const popoverId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isInside = (target: EventTarget | null) =>
    target instanceof Node &&
    [anchor, content].some(({ current }) => current?.contains(target));

  return (
    <div
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (!isInside(relatedTarget)) field.leave();
      }}
    >
      <Popover.Root
        open={field.isOpen}
        onOpenChange={(open) => !open && field.settle()}
      >
        <Popover.Anchor asChild>
          <div ref={anchor} className="relative">
            <DateTimeText {...{ name, field, popoverId }} />
          </div>
        </Popover.Anchor>
        <Popover.Portal container={container}>
          <Popover.Content
            ref={content}
            id={popoverId}
            aria-label={`Choose ${FIELDS[name].label.toLowerCase()}`}
            align="end"
            sideOffset={4}
            collisionPadding={12}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onEscapeKeyDown={() =>
              anchor.current?.querySelector("input")?.focus()
            }
            onInteractOutside={(event) => {
              const { target } = event;
              const isHolding = target instanceof Element && holdsText(target);
              if (isHolding || isInside(target)) event.preventDefault();
            }}
            className="z-50 max-h-(--radix-popover-content-available-height) w-[min(25rem,100vw-2rem)] animate-pop overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-3 shadow-float outline-none"
          >
            <LazyPicker
              value={field.value}
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

type TypedField = ReturnType<typeof useTypedDateTime>;

function useTypedDateTime(name: DateFieldName) {
  const form = useJobForm();
  const value = form.values[name];
  /** The text while it is being typed; null while the form's value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const close = () => {
    setIsOpen(false);
    setTakesFocus(false);
    setTyped(null);
  };
  return {
    value,
    text: typed ?? shownText(value),
    isOpen,
    takesFocus,
    isLocked: form.isLocked,
    open: () => setIsOpen(!form.isLocked),
    openMonth: () => {
      setIsOpen(true);
      setTakesFocus(true);
    },
    focus: () => {
      setTakesFocus(false);
      form.focus(name);
    },
    type: (text: string) => {
      setTyped(text);
      setIsOpen(true);
      form.type(name, readText(text));
    },
    /** Called by the popover, which stays open. */
    choose: (chosen: string) => {
      setTyped(null);
      form.type(name, chosen);
    },
    /** Closes the popover, and saves the value or shows why it cannot be saved. */
    settle: (chosen = value) => {
      close();
      form.choose(name, chosen);
    },
    leave: () => {
      close();
      form.leave(name, value);
    },
  };
}

interface DateTimeTextProps {
  readonly name: DateFieldName;
  readonly field: TypedField;
  readonly popoverId: string;
}

function DateTimeText({ name, field, popoverId }: DateTimeTextProps) {
  const label = FIELDS[name].label.toLowerCase();
  const preload = () => {
    // Opening the popover tries again and reports the failure.
    load().catch(() => undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") field.openMonth();
    else if (event.key === "Enter" && field.isOpen) field.settle();
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
      <p role="alert">
        The month could not be loaded. The date can still be typed.
      </p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** The value of a date-time field, or the text itself if it names no time. */
function readText(text: string): string {
  if (text.trim() === "") return "";
  const now = Date.now();
  const [reading, ...others] = readTypedDates(text, {
    now,
    shownDay: dayKeyOf(now),
  });
  return (others.length === 0 && reading?.value) || text;
}

/** For example "Wed, Nov 25, 26, 10:00 AM", which is read back as the same time. */
function shownText(value: string): string {
  if (value === UNREADABLE) return "";
  const instant = fromDateTimeField(value);
  if (instant === null || Number.isNaN(instant)) return value;
  return formatVisitTime(instant);
}
