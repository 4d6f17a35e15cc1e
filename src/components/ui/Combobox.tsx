import * as Popover from "@radix-ui/react-popover";
import { clsx } from "clsx";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "@/lib/isComposing";
import { useDialogPortal } from "./dialogPortal";
import { CONTROL_CLASS, useFieldControl } from "./fieldControl";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

interface ComboboxProps<Option extends ComboboxOption> {
  readonly name?: string | undefined;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Already filtered and sorted; `undefined` while loading. */
  readonly options: readonly Option[] | undefined;
  readonly onSelect: (option: Option) => void;
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
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { text, onTextChange } = props;
  const container = useDialogPortal();
  const list = useSuggestions(props);
  const { isShown, close } = list;

  return (
    <Popover.Root open={isShown} onOpenChange={(next) => !next && close()}>
      <Popover.Anchor asChild>
        <input
          {...useFieldControl()}
          name={props.name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? list.id : undefined}
          aria-activedescendant={
            isShown && list.active >= 0 ? optionId(list, list.active) : undefined
          }
          autoComplete="off"
          value={text}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          onChange={(event) => {
            onTextChange(event.target.value);
            list.activate(-1);
            list.open();
          }}
          onFocus={({ currentTarget }) => props.selectsOnFocus && currentTarget.select()}
          onClick={list.open}
          onBlur={() => {
            close();
            props.onBlur?.();
          }}
          onKeyDown={list.onKeyDown}
          className={clsx(CONTROL_CLASS, "h-9 touch:h-11")}
        />
      </Popover.Anchor>
      <Popover.Portal container={container}>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          // A landmark, because the list is outside of the landmarks of the page and the dialog.
          role="region"
          aria-label="Suggestions"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // Pressing on the list must not blur the field.
          onMouseDown={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="z-50 w-(--radix-popover-trigger-width) min-w-[min(24rem,100vw-2rem)] animate-pop overflow-hidden rounded-xl border border-line bg-raised shadow-float"
        >
          <Suggestions {...props} list={list} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type List<Option extends ComboboxOption> = ReturnType<typeof useSuggestions<Option>>;

/** Which options are shown, which of them is active (-1 for none), and the keys that change it. */
function useSuggestions<Option extends ComboboxOption>({
  options: current,
  emptyText,
  onSelect,
}: ComboboxProps<Option>) {
  const id = useId();
  const [pressed, setPressed] = useState<readonly Option[] | null>(null);
  const options = pressed ?? current;
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const count = options?.length ?? 0;
  const isEmpty = options !== undefined && count === 0;
  const isShown = isOpen && !(isEmpty && emptyText === undefined);

  const open = () => setIsOpen(true);
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (option: Option) => {
    close();
    onSelect(option);
  };
  const move = (step: number) => {
    open();
    if (count > 0) setActive((index) => (index + step + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const chosen = isShown ? options?.[active] : undefined;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(active < 0 ? 0 : -1);
    else if (event.key === "Enter" && chosen) choose(chosen);
    // Enter without an active option takes the text as it is, and does not submit the form yet.
    else if (["Enter", "Escape"].includes(event.key) && isShown) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** While a finger or button is down the options stay: a late result must not move another one under it. */
  const press = () => {
    setPressed(options ?? null);
    const release = () => setPressed(null);
    addEventListener("pointercancel", release, { once: true });
    // After the click, which the browser dispatches with the release.
    addEventListener("pointerup", () => setTimeout(release), { once: true });
  };
  return {
    id,
    options,
    press,
    isShown,
    active,
    activate: setActive,
    open,
    close,
    choose,
    onKeyDown,
  };
}

function optionId({ id }: { readonly id: string }, index: number): string {
  return `${id}-${index}`;
}

function Suggestions<Option extends ComboboxOption>({
  emptyText,
  note,
  placeholder,
  list,
}: ComboboxProps<Option> & { readonly list: List<Option> }) {
  const { options } = list;
  if (options === undefined) return <Note id={list.id}>Loading...</Note>;
  if (options.length === 0) return <Note id={list.id}>{emptyText}</Note>;
  return (
    <>
      {note && <Note id={`${list.id}-note`}>{note}</Note>}
      <div
        id={list.id}
        role="listbox"
        aria-label={placeholder ?? "Suggestions"}
        onPointerDown={list.press}
        className="max-h-[min(18rem,var(--radix-popover-content-available-height))] overflow-y-auto overscroll-contain p-1"
      >
        {options.map((option, index) => (
          <div
            key={option.value}
            id={optionId(list, index)}
            role="option"
            aria-selected={index === list.active}
            ref={index === list.active ? scrollIntoView : undefined}
            onPointerMove={() => list.activate(index)}
            onClick={() => list.choose(option)}
            className="flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-lg px-3 py-1.5 text-sm touch:min-h-11 touch:text-base aria-selected:bg-hover forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
          >
            <span className="min-w-0 truncate">{option.label}</span>
            {option.detail && (
              <span className="shrink-0 text-sm text-ink-muted tabular-nums">{option.detail}</span>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function Note({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p id={id} role="status" className="px-4 py-3 text-sm text-ink-muted">
      {children}
    </p>
  );
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}
