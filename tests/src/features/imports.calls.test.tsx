import { fireEvent, screen } from "@testing-library/react";
import type { FunctionReturnType } from "convex/server";
import { it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { Lookalikes } from "@/features/imports/Lookalikes";
import { expectCall } from "../../support/expectCall";
import { FakeBackend, renderOn } from "../../support/fakeBackend";

type Staged = NonNullable<FunctionReturnType<typeof api.imports.staged>>;

const FILE: Staged = {
  ...{ _id: "i1" as Id<"imports">, kind: "customers", fileName: "a.csv" },
  ...{ rowCount: 3, state: "checked", found: {}, decided: 0, progress: 0 },
  readAt: 1,
};

it("the choice for one look-alike names its row of the file", () => {
  const backend = new FakeBackend();
  const finding = (id: string, customer_name: string) => ({
    _id: id as Id<"importFindings">,
    line: 2,
    customer: { customer_name },
    like: { customer_name: "Ann Field", customer_id: "C-1001" },
  });
  backend.answer(api.imports.findings, () => ({
    page: [finding("f1", "Ann Fields"), finding("f2", "Anne Field")],
    isDone: true,
    continueCursor: "",
  }));
  backend.perform(api.imports.decide, () => null);
  renderOn(backend, <Lookalikes staged={FILE} undecided={2} />);
  fireEvent.click(screen.getAllByLabelText("The same customer")[1]!);
  expectCall("imports.decide", backend, {
    args: { importId: "i1", findingId: "f2", choice: "same" },
  });
});
