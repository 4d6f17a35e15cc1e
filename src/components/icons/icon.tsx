import type { ReactNode } from "react";

/** A picture that decorates a text or the name of a control, which screen readers read without it. */
export type Icon = (props: {
  readonly "aria-hidden": "true";
  readonly className?: string;
}) => ReactNode;

/** An icon of 24 by 24, drawn with lines. `lines` is the `d` of the path. */
export function icon(lines: string): Icon {
  return (props) => (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={lines} />
    </svg>
  );
}
