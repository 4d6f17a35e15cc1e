import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { toggled } from "@/features/jobs/table/selection";
import { useSelectedJobs } from "@/features/jobs/table/useSelectedJobs";
import { aJob, type Job } from "../../../../support/builders";

const job = (id: string, job_address = id) => aJob({ _id: id as Id<"jobs">, job_address });

function show(jobs: readonly Job[]) {
  const { result, rerender } = renderHook(
    (props: { jobs: readonly Job[]; list: string }) => useSelectedJobs(props.jobs, props.list),
    { initialProps: { jobs, list: "all" } },
  );
  return {
    rerender,
    gone: () => result.current.gone,
    selected: () => result.current.selected.map((each) => each.job_address),
    select: (key: string) => act(() => result.current.change((before) => toggled(before, key))),
  };
}

it("a selected job that leaves the list stays selected as the person saw it", () => {
  const { rerender, gone, selected, select } = show([job("a"), job("b")]);
  select("b");
  rerender({ jobs: [job("c"), job("b", "b moved")], list: "all" });
  expect(selected()).toEqual(["b moved"]);
  // A second choice does not change what was seen of the first.
  select("c");
  rerender({ jobs: [job("c")], list: "all" });
  expect(selected()).toEqual(["c", "b"]);
  expect(gone()).toBe(1);
  select("b");
  expect(selected()).toEqual(["c"]);
  rerender({ jobs: [job("c")], list: "leads" });
  expect(selected()).toEqual([]);
});
