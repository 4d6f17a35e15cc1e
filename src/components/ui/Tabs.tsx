import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

/** Load it lazily, because it pulls in Radix. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((each) => each.value === chosen);
        if (tab) onChange(tab.value);
      }}
    >
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none] border-b border-line print:hidden max-sm:-mx-4 max-sm:px-2"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 text-sm font-medium text-ink-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent-ink aria-selected:text-ink forced-colors:not-aria-selected:border-[Canvas] max-sm:grow max-sm:justify-center touch:h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} tabIndex={-1} className="outline-none">
          {tab.value === value && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
