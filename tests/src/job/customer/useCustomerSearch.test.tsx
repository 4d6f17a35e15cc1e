import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import {
  useCustomerSearch,
  useLookalike,
  type TypedCustomer,
} from "@/job/customer/useCustomerSearch";
import type { FoundCustomer } from "@/job/customer/FoundCustomer";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aCustomer } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";
import { aWaiting } from "../../../support/waitingItem";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/days/DayCopyProvider");

interface Known {
  /** Undefined while the server does not answer. */
  readonly server?: readonly FoundCustomer[];
  readonly copied?: readonly FoundCustomer[];
  readonly isOffline?: boolean;
  /** The name of a customer who waits to be created under "key1". */
  readonly waiting?: string;
}

function searching<T>(hook: () => T, { server, copied = [], isOffline = false, waiting }: Known) {
  const creation = {
    ...aWaiting("jobs:create", {
      job_address: "9 Elm Street",
      customer: { customer_name: waiting ?? "" },
    }),
    creates: "key1",
    subject: { key: "key1", label: "" },
  };
  const items = waiting === undefined ? [] : [creation];
  vi.mocked(useOutbox).mockReturnValue({ items } as unknown as OutboxControl);
  vi.mocked(useDayCopies).mockReturnValue({
    isOffline,
    copy: {
      customers: new Map(copied.map((each) => [each.customer_id, each])),
    },
  } as unknown as ReturnType<typeof useDayCopies>);
  const backend = new FakeBackend();
  backend.answer(api.customers.search, () => server && [...server]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

const found = (typed: string, known: Known) => {
  const { customers, ...rest } = searching(() => useCustomerSearch(typed), known).current;
  return { ...rest, names: customers?.map((each) => each.customer_name) };
};

const ANN = aCustomer();
const arrived = aCustomer({
  ...{ customer_id: "C-1009", clientKey: "key1", customer_name: "Cy Field" },
});

beforeEach(() => {
  vi.clearAllMocks();
});

it.each<[string, Known, object]>([
  ["with an answer", { server: [ANN] }, { names: ["Ann Field"] }],
  ["that finds nobody", { server: [] }, { names: [], unfound: "field" }],
  ["without an answer yet", {}, { names: undefined }],
  [
    "without signal",
    { isOffline: true, copied: [ANN, arrived] },
    { names: ["Ann Field", "Cy Field"], isOffline: true },
  ],
  [
    "while a new customer waits",
    { server: [ANN], waiting: "Cy Field" },
    { names: ["Cy Field", "Ann Field"] },
  ],
  [
    "while a new customer waits whom the server has by now",
    { server: [arrived, ANN], waiting: "Cy Field" },
    { names: ["Cy Field", "Ann Field"] },
  ],
  [
    "while a customer of another name waits",
    { server: [ANN], waiting: "Bob Stone" },
    { names: ["Ann Field"] },
  ],
])("a search for customers %s", (_name, known, expected) => {
  expect(found("field", known)).toEqual({
    isOffline: false,
    unfound: null,
    ...expected,
  });
});

const NOBODY: TypedCustomer = {
  ...{ customer_name: "", customer_phone: "", customer_email: "" },
};
const AMY = aCustomer({ customer_name: "Amy" });

it.each<[string, Partial<TypedCustomer>, FoundCustomer, string | null]>([
  ["the phone number", { customer_phone: "555 010 0001" }, ANN, "customer_phone"],
  ["a part of the phone number", { customer_phone: "555 010 000" }, ANN, null],
  ["the e-mail address", { customer_email: " Ann@Example.com" }, ANN, "customer_email"],
  ["the end of the e-mail address", { customer_email: "n@example.com" }, ANN, null],
  ["the name", { customer_name: "field ann" }, ANN, "customer_name"],
  ["a part of the name", { customer_name: "ann" }, ANN, null],
  ["a name of three letters", { customer_name: "amy" }, AMY, "customer_name"],
  ["initials", { customer_name: "Am" }, aCustomer({ customer_name: "Am" }), null],
  [
    "phone number, e-mail address and name",
    {
      ...{ customer_phone: "5550100001", customer_name: "Ann Field" },
      customer_email: "ann@example.com",
    },
    ANN,
    "customer_phone",
  ],
])("a typed customer with %s of a known one: %j", async (_name, typed, known, by) => {
  const result = searching(() => useLookalike({ ...NOBODY, ...typed }), {
    server: [known],
  });
  await waitFor(() => expect(result.current?.by ?? null).toBe(by));
});

it("a typed phone number finds a customer of this device without signal", () => {
  const typed = { ...NOBODY, customer_phone: "5550100001" };
  const result = searching(() => useLookalike(typed), {
    isOffline: true,
    copied: [ANN],
  });
  expect(result.current?.customer).toBe(ANN);
});
