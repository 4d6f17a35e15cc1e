import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { CHOICE_LABELS, IMPORT_CHOICES, type ImportChoice } from "@domain/imports/findings";
import { formatPhone } from "@domain/customer/phone";
import { formatCount } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { LoadingData } from "@/components/ui/LoadingData";
import { useSave } from "@/offline/useSave";

type Staged = NonNullable<FunctionReturnType<typeof api.imports.staged>>;
type Finding = FunctionReturnType<typeof api.imports.findings>["page"][number];

const PAGE_SIZE = 20;

interface LookalikesProps {
  readonly staged: Staged;
  readonly undecided: number;
  /** Called with 1 when a decision is sent and with -1 when the server has it: the import waits for all of them. */
  readonly onSending: (change: 1 | -1) => void;
}

/** Shows customers of the file beside the known customers they look like, so that a person decides. */
export function Lookalikes({ staged, undecided, onSending }: LookalikesProps) {
  const { _id: importId, restChoice } = staged;
  const { results, status, loadMore } = usePaginatedQuery(
    api.imports.findings,
    { importId },
    { initialNumItems: PAGE_SIZE },
  );
  const decide = useMutation(api.imports.decide);
  const decideAll = useMutation(api.imports.decideAll);
  const { save, isSaving } = useSave();
  const write = async (change: () => Promise<unknown>) => {
    onSending(1);
    await save(change, { name: "Look-alikes", saved: null });
    onSending(-1);
  };
  return (
    <section aria-labelledby="lookalikes" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="lookalikes" className="grow text-sm font-semibold">
          Look-alikes
        </h2>
        {IMPORT_CHOICES.map((choice) => (
          <Button
            key={choice}
            size="small"
            busy={isSaving}
            aria-pressed={restChoice === choice}
            onClick={() => void write(() => decideAll({ importId, choice }))}
          >
            {choice === "same" ? "All the same" : "All new"}
          </Button>
        ))}
      </div>
      {undecided > 0 && (
        <p role="status" className="text-sm text-amber-ink">
          {formatCount(undecided)} left to decide, one by one or all at once. Without an answer,
          each is a new customer.
        </p>
      )}
      {status === "LoadingFirstPage" && <LoadingData what="The list" className="my-4" />}
      <ul className="flex flex-col gap-3">
        {results.map((finding) => (
          <li key={finding._id}>
            <Lookalike
              finding={finding}
              choice={finding.choice ?? restChoice}
              onChoose={async (choice) =>
                await write(() => decide({ importId, findingId: finding._id, choice }))
              }
            />
          </li>
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <Button className="self-start" onClick={() => loadMore(PAGE_SIZE)}>
          Show more
        </Button>
      )}
    </section>
  );
}

interface LookalikeProps {
  readonly finding: Finding;
  readonly choice: ImportChoice | undefined;
  /** Resolves once the server has answered. */
  readonly onChoose: (choice: ImportChoice) => Promise<void>;
}

function Lookalike({ finding, choice, onChoose }: LookalikeProps) {
  const { customer, like, line } = finding;
  /** The choice that is on its way to the server. */
  const [sent, setSent] = useState<ImportChoice | null>(null);
  const choose = async (next: ImportChoice) => {
    setSent(next);
    await onChoose(next);
    setSent(null);
  };
  return (
    <fieldset className="rounded-xl border border-line px-4 py-3">
      <legend className="sr-only">
        {customer.customer_name} looks like {like.customer_name}
      </legend>
      <div className="grid gap-3 text-sm sm:grid-cols-2">
        <Person title={`Row ${formatCount(line)}`} person={customer} />
        <Person title={like.customer_id ?? "Another row of the file"} person={like} />
      </div>
      <div className="mt-3 flex flex-wrap gap-x-6">
        {IMPORT_CHOICES.map((each) => (
          <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="radio"
              name={finding._id}
              className="size-5 shrink-0 accent-accent"
              checked={(sent ?? choice) === each}
              onChange={() => void choose(each)}
            />
            {CHOICE_LABELS[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PersonProps {
  readonly title: string;
  readonly person: NonNullable<Finding["customer"]>;
}

function Person({ title, person }: PersonProps) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-ink-muted">{title}</p>
      <p className="font-medium">{person.customer_name}</p>
      <p>{formatPhone(person.customer_phone ?? "")}</p>
      <p>{person.customer_email}</p>
    </div>
  );
}
