import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";

interface MenuProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly header?: ReactNode;
  /** Buttons, rendered from the first opening on. Clicking one closes the menu. */
  readonly children: ReactNode;
}

/** A small menu. No library, because it is part of the first load. */
export function Menu({ label, trigger, header, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (next !== null && !root.current?.contains(next)) setOpen(false);
  };

  return (
    <div ref={root} className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open);
          setWasOpened(true);
        }}
        className="flex size-9 items-center justify-center rounded-full touch:size-11"
      >
        {trigger}
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-30 mt-1 w-64 animate-pop rounded-xl border border-line bg-raised p-1.5 shadow-float"
      >
        {header && <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5">{header}</div>}
        <div onClick={close}>{wasOpened && children}</div>
      </div>
    </div>
  );
}
