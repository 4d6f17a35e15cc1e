import type { OutboxClient } from "convex-outbox";
import { useOutboxState } from "convex-outbox/react";
import { useQuery } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { useState } from "react";

interface Note {
  readonly key: string;
  readonly text: string;
}

const list = makeFunctionReference<"query", Record<string, never>, Note[]>("notes:list");

/** The notes of the server and those that wait, with what became of the latter. */
export function NotesPage({ outbox }: { readonly outbox: OutboxClient }) {
  const saved = useQuery(list, {}) ?? [];
  const { items } = useOutboxState(outbox);
  const [text, setText] = useState("");
  const waiting = items.map(({ id, state, subject }) => ({
    id,
    text: `${subject.label}: ${state.kind === "refused" ? state.message : "waiting"}`,
  }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        outbox.put(newNote(text));
        setText("");
      }}
    >
      <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />
      <ul>
        {saved.map((note) => (
          <li key={note.key}>{note.text}</li>
        ))}
        {waiting.map((note) => (
          <li key={note.id}>{note.text}</li>
        ))}
      </ul>
    </form>
  );
}

function newNote(text: string) {
  const key = crypto.randomUUID();
  return {
    id: crypto.randomUUID(),
    call: "notes:add" as const,
    args: { key, text },
    subject: { key, label: text },
    creates: key,
    field: null,
    label: "New note",
    at: Date.now(),
  };
}
