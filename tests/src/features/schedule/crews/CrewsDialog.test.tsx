import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CREW_NAME_TAKEN } from "@domain/changes/setCrew";
import { CrewsDialog } from "@/features/schedule/crews/CrewsDialog";
import { expectCall } from "../../../../support/expectCall";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";
import { renderUnsent } from "../../../../support/unsentPage";

beforeAll(stubLayout);

async function open() {
  const backend = new FakeBackend();
  const crews = [
    { key: "crew 1", name: "Crew 1" },
    { key: "crew 2", name: "Red crew" },
  ];
  backend.answer(api.office.settings, () => ({ crews }));
  const dialog = <CrewsDialog onClose={vi.fn()} />;
  const { sent } = await renderUnsent(() => null, { backend, screen: dialog });
  const leave = async (label: string, value: string) => {
    const field = await screen.findByLabelText(label);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
    return field;
  };
  return { sent, leave };
}

const SUBJECT = { key: "crews", label: "Crews" };

it("a new name of a crew is sent when its field is left", async () => {
  const { sent, leave } = await open();
  await leave("Name of Crew 1", " Blue crew ");
  expectCall("office.setCrew", await sent(), {
    args: { key: "crew 1", name: "Blue crew" },
    subject: SUBJECT,
    field: null,
    label: "Blue crew",
  });
});

it("a new crew gets its folded name as its key", async () => {
  const { sent, leave } = await open();
  await leave("New crew", "Łukasz ");
  expectCall("office.setCrew", await sent(), {
    args: { key: "lukasz", name: "Łukasz" },
    subject: SUBJECT,
    field: null,
    label: "Łukasz",
  });
});

it("a crew that is removed is sent without a name", async () => {
  const { sent } = await open();
  fireEvent.click(await screen.findByLabelText("Remove Red crew"));
  expectCall("office.setCrew", await sent(), {
    args: { key: "crew 2", name: null },
    subject: SUBJECT,
    field: null,
    label: "Crew removed",
  });
});

it.each([
  ["the name of another crew", "Name of Crew 1", "red crew"],
  ["the name that another crew had first", "New crew", "crew 2"],
])("%s is refused at its field, and stays there", async (_what, label, name) => {
  const { leave } = await open();
  const field = await leave(label, name);
  expect(screen.getByRole("alert")).toHaveTextContent(CREW_NAME_TAKEN);
  expect(field).toHaveValue(name);
});
