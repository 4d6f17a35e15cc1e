import { clsx } from "clsx";
import { Popover } from "radix-ui";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useDialogPortal } from "./dialogPortal";
import { CONTROL_CLASS, useFieldControl } from "./fieldControl";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface ComboboxProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Already filtered and sorted; `undefined` while loading. */
  readonly options: readonly ComboboxOption[] | undefined;
  readonly onSelect: (option: ComboboxOption) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  /** Shown when there are no options; without it an empty list stays closed. */
  readonly emptyText?: ReactNode;
  /** Shown above the options. */
  readonly note?: string;
  readonly autoFocus?: boolean;
  /** For a field whose text names a choice: typing replaces all of it. */
  readonly selectsOnFocus?: boolean;
  readonly disabled?: boolean;
}

/** A text field with suggestions. Text that matches no suggestion is allowed. */
export function Combobox(props: ComboboxProps) {
  const { text, options, onSelect, onTextChange } = props;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const container = useDialogPortal();
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const isEmpty = options?.length === 0;
  const shown = open && !(isEmpty && props.emptyText === undefined);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: ComboboxOption) => {
    close();
    onSelect(option);
  };
  const move = (step: number) => {
    const count = options?.length ?? 0;
    setOpen(true);
    if (count > 0) setActive((index) => (index + step + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown ? options?.[active] : undefined;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(active < 0 ? 0 : -1);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && shown) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popover.Root open={shown} onOpenChange={(next) => !next && close()}>
      <Popover.Anchor asChild>
        <input
          {...useFieldControl()}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={
            shown && active >= 0 ? optionId(active) : undefined
          }
          autoComplete="off"
          value={text}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          onChange={(event) => {
            onTextChange(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={({ currentTarget }) =>
            props.selectsOnFocus && currentTarget.select()
          }
          onClick={() => setOpen(true)}
          onBlur={() => {
            close();
            props.onBlur?.();
          }}
          onKeyDown={onKeyDown}
          className={clsx(CONTROL_CLASS, "h-9 touch:h-11")}
        />
      </Popover.Anchor>
      <Popover.Portal container={container}>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // Pressing on the list must not blur the field.
          onMouseDown={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="z-50 w-(--radix-popover-trigger-width) min-w-[min(15rem,100vw-2rem)] animate-pop overflow-hidden rounded-xl border border-line bg-raised shadow-float"
        >
          {options === undefined && <Note id={listId}>Loading...</Note>}
          {isEmpty && <Note id={listId}>{props.emptyText}</Note>}
          {options !== undefined && !isEmpty && props.note && (
            <Note id={`${listId}-note`}>{props.note}</Note>
          )}
          {options !== undefined && !isEmpty && (
            <div
              id={listId}
              role="listbox"
              aria-label={props.placeholder ?? "Suggestions"}
              className="max-h-[min(18rem,var(--radix-popover-content-available-height))] overflow-y-auto overscroll-contain p-1"
            >
              {options.map((option, index) => (
                <div
                  key={option.value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  ref={index === active ? scrollIntoView : undefined}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(option)}
                  className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 py-1.5 text-sm touch:min-h-11 touch:text-base aria-selected:bg-hover forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
                >
                  <span className="min-w-0 truncate">{option.label}</span>
                  {option.detail && (
                    <span className="shrink-0 text-sm text-ink-muted tabular-nums">
                      {option.detail}
                    </span>
                  )}
                </div>
              ))}
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Note({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}) {
  return (
    <p id={id} role="status" className="px-4 py-3 text-sm text-ink-muted">
      {children}
    </p>
  );
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}
