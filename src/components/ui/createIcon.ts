import { createElement, type ComponentProps } from "react";

interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [string, Record<string, string>])[];
}

/**
 * Takes the place of lucide's function of this purpose (vite.config.ts), whose settings for names, sizes and strokes
 * would be 1 kB of the first load. An icon is decoration unless it has a label.
 */
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, shape]) => createElement(tag, shape));
  return ({ className = "", ...props }: ComponentProps<"svg">) =>
    createElement(
      "svg",
      {
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": props["aria-label"] === undefined || undefined,
        ...props,
        className: `lucide-${name} ${className}`,
      },
      ...shapes,
    );
}
