import type { DemoMark } from "@domain/calls/operations";
import { Badge } from "./ui/Badge";

/** Marks a generated row. */
export function DemoTag({ demo }: { readonly demo?: DemoMark | undefined }) {
  return demo === undefined ? null : <Badge>Demo</Badge>;
}
