import { fireEvent, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { ContactSet, type Contact } from "@/job/customer/ContactSet";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";

// Without its second click, which is tested where the button is.
vi.mock("@/components/ui/ConfirmButton", () => ({
  ConfirmButton: ({
    onConfirm,
    confirmLabel: _confirmLabel,
    busy: _busy,
    ...props
  }: React.ComponentProps<"button"> & {
    readonly onConfirm: () => void;
    readonly confirmLabel: string;
    readonly busy: boolean;
  }) => <button {...props} onClick={onConfirm} />,
}));

beforeAll(stubLayout);

const CUSTOMERS: readonly Contact[] = [
  {
    ...{ customer_id: "C-1001", customer_name: "Ann Field" },
    customer_phone: "5550100001",
  },
  {
    ...{ customer_id: "C-1002", customer_name: "Anne Field" },
    customer_email: "a@b.co",
  },
  { customer_id: "C-1003", customer_name: "A. Field" },
];

const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole("button", { name: `Merge ${name}` });

let answer: (error?: Error) => void;

function show() {
  const backend = new FakeBackend();
  backend.perform(
    api.customers.merge,
    () =>
      new Promise((resolve, reject) => {
        answer = (error) => (error ? reject(error) : resolve({ run: "run1" } as never));
      }),
  );
  const onMerged = vi.fn();
  renderOn(backend, <ContactSet customers={CUSTOMERS} onMerged={onMerged} />);
  return { backend, onMerged };
}

it("merges one customer after another into the one that is kept, and says what is merged", async () => {
  const { backend, onMerged } = show();
  expect(rows()).toEqual([
    "Ann FieldC-1001 · (555) 010-0001Kept",
    "Anne FieldC-1002 · a@b.coMerge",
    "A. FieldC-1003Merge",
  ]);
  fireEvent.click(screen.getByRole("radio", { name: /^Anne Field/ }));
  fireEvent.click(button("Ann Field"));
  // One at a time.
  expect(button("A. Field")).toBeDisabled();
  answer();
  await waitFor(() =>
    expect(rows()).toEqual(["Anne FieldC-1002 · a@b.coKept", "A. FieldC-1003Merge"]),
  );
  expect(screen.getByRole("radio", { name: /^Anne Field/ })).toHaveFocus();
  await waitFor(() => expect(button("A. Field")).toBeEnabled());
  fireEvent.click(button("A. Field"));
  answer();
  await waitFor(() => expect(rows()).toEqual(["Anne FieldC-1002 · a@b.coMerged"]));
  expect(backend.callsOf(api.customers.merge)).toEqual([
    { kept: "C-1002", duplicate: "C-1001" },
    { kept: "C-1002", duplicate: "C-1003" },
  ]);
  expect(onMerged.mock.calls.flat()).toEqual([CUSTOMERS[1], CUSTOMERS[1]]);
});

it("a merge that fails says why and leaves both customers", async () => {
  const { onMerged } = show();
  fireEvent.click(button("Anne Field"));
  const message = "This customer was changed meanwhile.";
  answer(new ConvexError({ code: "CONFLICT", message }));
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(rows()).toHaveLength(3);
  await waitFor(() => expect(button("A. Field")).toBeEnabled());
  expect(onMerged).not.toHaveBeenCalled();
});
