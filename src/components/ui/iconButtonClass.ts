import { clsx } from "clsx";
import { buttonClass, type ButtonVariant } from "./buttonClass";

/** For a Link that looks like an icon button; an IconButton uses it too. */
export function iconButtonClass(variant: ButtonVariant = "ghost"): string {
  return clsx(
    buttonClass(variant),
    "w-9 px-0! touch:w-11 [&_svg]:size-[1.125rem]!",
  );
}
