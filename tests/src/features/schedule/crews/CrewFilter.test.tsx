import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CrewFilter } from "@/features/schedule/crews/CrewFilter";
import { renderOn, stubLayout } from "../../../../support/fakeBackend";
import { aJobsBackend } from "../../../../support/jobsBackend";

beforeAll(stubLayout);

const VISITS = ["Crew 2", "crew 1", undefined, "CREW 2"];

function show(crew: string | undefined, crews = [{ key: "crew 2", name: "Red" }]) {
  const { backend } = aJobsBackend({ jobs: [] });
  backend.answer(api.office.settings, () => ({ crews }));
  const onChange = vi.fn();
  renderOn(backend, <CrewFilter crew={crew} crews={VISITS} onChange={onChange} />);
  return onChange;
}

it("an office without crews sees no choice", () => {
  const { backend } = aJobsBackend({ jobs: [] });
  backend.answer(api.office.settings, () => ({}));
  const filter = <CrewFilter crew={undefined} crews={[undefined]} onChange={vi.fn()} />;
  renderOn(backend, filter);
  expect(screen.queryByLabelText("Crew")).toBeNull();
});

it("offers the office's crews, visits without one, and the list of crews", async () => {
  const onChange = show(undefined);
  const choice = screen.getByLabelText("Crew");
  expect([...choice.querySelectorAll("option")].map((o) => o.text)).toEqual([
    ...["All crews", "Red", "crew 1", "No crew", "Change crews ..."],
  ]);
  fireEvent.change(choice, { target: { value: "crew 2" } });
  fireEvent.change(choice, { target: { value: "" } });
  expect(onChange.mock.calls).toEqual([["crew 2"], [""]]);
  fireEvent.change(choice, { target: { value: "Edit" } });
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(await screen.findByLabelText("Name of crew 1")).toHaveValue("crew 1");
});

it.each([
  ["crew 2", "2 of 4 visits, Red."],
  ["crew 1", "1 of 4 visits, crew 1."],
  ["", "1 of 4 visits, No crew."],
])("only the visits of %j are counted, until a tap shows all", (crew, text) => {
  const onChange = show(crew);
  const end = screen.getByRole("button");
  expect(end).toHaveAccessibleName(`${text} Show the visits of all crews`);
  fireEvent.click(end);
  expect(onChange.mock.calls).toEqual([[undefined]]);
});
