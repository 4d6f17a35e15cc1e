import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { useJobLine } from "@/features/palette/useJobLine";
import type { Customer } from "@/job/jobForm";
import { aCustomer } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const go = () => undefined;

function renderLine(typed: string, customers: Customer[] = []) {
  const backend = new FakeBackend();
  backend.answer(api.customers.search, ({ term }: { term: string }) =>
    customers.filter(({ customer_name }) => customer_name.toLowerCase() === term.toLowerCase()),
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  return renderHook((props) => useJobLine(props.typed, go), {
    wrapper,
    initialProps: { typed },
  });
}

const lineOf = (name: string) => ({
  typed: `${name}, 12 oak st, columbus, wed 10a, gutter cleaning`,
});

it("a number beside a booking is offered as its price, and booked as one only if that is chosen", async () => {
  const { result } = renderLine("ann field, 12 oak st, columbus, wed 10a, gutter cleaning, 450");
  await waitFor(() =>
    expect(result.current?.entries.map(({ label, detail }) => [label, detail])).toMatchObject([
      ["New job: Ann Field", expect.stringMatching(/10:00 AM$/)],
      ["New job: Ann Field", expect.stringMatching(/10:00 AM, \$450\.00$/)],
      ["Book at once: Ann Field", expect.stringMatching(/, \$450\.00$/)],
    ]),
  );
  expect(result.current?.reason).toBe("Not every word has its place.");
});

it("does not take the result for an earlier name for that of the typed one", async () => {
  const cy = aCustomer({ customer_id: "C-1003", customer_name: "Cy Lake" });
  const { result, rerender } = renderLine(lineOf("Ann Field").typed, [cy]);
  rerender(lineOf("Bob Stone"));
  expect(result.current?.customer).toEqual({ kind: "new" });
  rerender(lineOf("Cy Lake"));
  expect(result.current?.customer).toBeUndefined();
  expect(result.current?.reason).not.toBeNull();
  await waitFor(() => expect(result.current?.customer).toEqual({ kind: "known", customer: cy }));
  expect(result.current?.reason).toBeNull();
});
