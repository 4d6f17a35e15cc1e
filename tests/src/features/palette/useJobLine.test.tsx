import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { useJobLine } from "@/features/palette/useJobLine";
import { aCustomer } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const go = () => undefined;
const lineOf = (name: string) => ({
  typed: `${name}, 12 oak st, columbus, wed 10a, gutter cleaning`,
});

it("does not take the answer for a former name for that of the typed one", async () => {
  const backend = new FakeBackend();
  const cy = aCustomer({ customer_id: "C-1003", customer_name: "Cy Lake" });
  backend.answer(api.customers.search, ({ term }: { term: string }) =>
    term.toLowerCase() === "cy lake" ? [cy] : [],
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result, rerender } = renderHook(
    ({ typed }) => useJobLine(typed, go),
    { wrapper, initialProps: lineOf("Ann Field") },
  );
  rerender(lineOf("Bob Stone"));
  expect(result.current?.customer).toEqual({ kind: "new" });
  rerender(lineOf("Cy Lake"));
  expect(result.current?.customer).toBeUndefined();
  expect(result.current?.reason).not.toBeNull();
  await waitFor(() =>
    expect(result.current?.customer).toEqual({ kind: "known", customer: cy }),
  );
  expect(result.current?.reason).toBeNull();
});
