import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFontAtOnce } from "@/lib/useFontAtOnce";
import { Page, PageHeader } from "./Page";
import { buttonClass } from "./ui/buttonClass";
import { EmptyState } from "./ui/EmptyState";

interface ComingSoonProps {
  readonly title: string;
  /** One sentence about the planned feature. */
  readonly children: ReactNode;
}

export function ComingSoon({ title, children }: ComingSoonProps) {
  useFontAtOnce();
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState
        drawing="receipt"
        action={
          <Link to="/" className={buttonClass("secondary")}>
            Choose another section
          </Link>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
