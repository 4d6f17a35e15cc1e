import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getFunctionName } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { DayJob } from "@/features/schedule/dayJobs/useDayJobs";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { aWaitingPhoto } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderApp } from "../../../support/renderApp";
import { hueOf, tokenColors } from "../../../support/styles";

vi.mock("@/features/jobs/LazyJobDialog", () => ({
  preloadJobDialog: () => {},
  LazyJobDialog: (props: { jobId: string | null; initialDay?: string; onClose: () => void }) => (
    <div role="dialog" aria-label={props.jobId ?? "new"}>
      {props.initialDay}
      <button onClick={props.onClose}>Close</button>
    </div>
  ),
}));

const at = (hours: number, minutes = 0, day = 20) =>
  new Date(2026, 10, day, hours, minutes).getTime();

function aJob(change: Partial<DayJob> = {}): DayJob {
  return {
    _id: "job-1" as Id<"jobs">,
    _creationTime: 1,
    job_customer_id: "C-1001",
    customer_name: "Maria Lopez",
    job_address: "12 Oak St",
    job_status: "lead",
    job_categories: [],
    job_photo_estimate: [],
    job_photo_install: [],
    job_drawings: [],
    ...change,
  };
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true, now: at(13, 15) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function showDay(
  jobs: DayJob[] | undefined,
  path = "/dashboard",
  client = new FakeBackend(),
) {
  client.answer(api.jobs.getScheduledForDay, () => jobs);
  client.answer(api.files.getPictures, ({ ids }) =>
    ids.map((id) => ({
      ...{ url: `/files/${id}`, thumbnailUrl: `/small/${id}` },
      at: at(8),
    })),
  );
  const app = renderApp({ path, client });
  await screen.findByRole("button", { name: "Add job" });
  return app;
}

const heading = () => screen.getByRole("heading", { level: 1 });

// Spec 2.14, 2.24
test("shows today without a day in the URL", async () => {
  await showDay([]);
  expect(heading()).toHaveTextContent("Friday");
  expect(screen.getByText("Today", { selector: "span" })).toBeVisible();
  expect(screen.getByText("Nov 20, 26")).toBeVisible();
});

// Spec 2.14, 2.20, 2.22, 2.23, 2.24
test.each([
  ["2026-11-21", "Saturday", "Tomorrow", "Nov 21, 26"],
  ["2026-11-19", "Thursday", "Yesterday", "Nov 19, 26"],
  ["2026-11-25", "Wednesday", "in 5 days", "Nov 25, 26"],
  ["2026-11-10", "Tuesday", "10 days ago", "Nov 10, 26"],
])("shows the day in the URL: %s", async (date, weekday, label, short) => {
  await showDay([], `/dashboard?date=${date}`);
  expect(heading()).toHaveTextContent(weekday);
  expect(screen.getByText(label)).toBeVisible();
  expect(screen.getByText(short)).toBeVisible();
});

// Spec 5.24
test.each([
  "2026-02-30",
  "tomorrow",
  "20261120",
  "2026-1-5",
  "0000-01-01",
  "10000-01-01",
  "-000001-01-01",
  "",
])("shows today for a malformed or impossible date: '%s'", async (date) => {
  await showDay([], `/dashboard?date=${date}`);
  expect(screen.getByText("Today", { selector: "span" })).toBeVisible();
});

test.each([
  ["9999-12-31", "Next day", "Previous day", "9999-12-30"],
  ["0001-01-01", "Previous day", "Next day", "0001-01-02"],
])(
  "shows %s, the end of the calendar, and moves only away from it",
  async (date, outward, inward, neighbor) => {
    const { history } = await showDay([], `/dashboard?date=${date}`);
    await userEvent.click(screen.getByRole("button", { name: outward }));
    expect(history.location.search).toBe(`?date=${date}`);
    expect(screen.queryByText("Something went wrong!")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: inward }));
    await waitFor(() => expect(history.location.search).toBe(`?date=${neighbor}`));
    expect(screen.queryByText("Something went wrong!")).toBeNull();
  },
);

test.each(["2011-12-29", "2011-12-30", "2011-12-31"])(
  "shows %s as an empty day where the calendar skips December 30",
  async (date) => {
    vi.stubEnv("TZ", "Pacific/Apia");
    const client = new FakeBackend();
    client.answer(api.jobs.getScheduledForDay, ({ dayStart, dayEnd }) => {
      if (dayStart >= dayEnd) throw new Error("A day ends after it starts.");
      return [];
    });
    renderApp({ path: `/dashboard?date=${date}`, client });
    await screen.findByText("No jobs scheduled for this day.");
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText("No jobs scheduled for this day.")).toBeVisible();
    expect(screen.queryByText("Something went wrong!")).toBeNull();
  },
);

// Spec 1.19, 7.30
test("queries the local day, from midnight to midnight", async () => {
  const answered = vi.fn(() => []);
  const client = new FakeBackend();
  client.answer(api.jobs.getScheduledForDay, answered);
  renderApp({ path: "/dashboard", client });
  await screen.findByText("No jobs scheduled for this day.");
  expect(answered).toHaveBeenCalledWith({
    dayStart: at(0),
    dayEnd: at(0, 0, 21),
  });
});

// Spec 2.21, 2.25
test("moves by day and replaces the history entry", async () => {
  const { history } = await showDay([]);
  const entries = history.length;
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(await screen.findByText("Tomorrow")).toBeVisible();
  expect(history.location.search).toBe("?date=2026-11-21");
  await userEvent.click(screen.getByRole("button", { name: "Previous day" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous day" }));
  expect(await screen.findByText("Yesterday")).toBeVisible();
  expect(history.location.search).toBe("?date=2026-11-19");
  expect(history.length).toBe(entries);
});

test("a finger that swipes the list of a phone changes the day", async () => {
  await import("@/features/schedule/SwipeDays");
  const { history } = await showDay([]);
  const swipe = (from: number, to: number) => {
    const point = (clientX: number) => [{ clientX, clientY: 300 }];
    fireEvent.touchStart(heading(), { touches: point(from) });
    fireEvent.touchEnd(heading(), { changedTouches: point(to) });
  };
  swipe(300, 100);
  expect(await screen.findByText("Tomorrow")).toBeVisible();
  swipe(100, 300);
  await waitFor(() => expect(history.location.search).toBe("?date=2026-11-20"));
  swipe(100, 300);
  expect(await screen.findByText("Yesterday")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Back to today" }));
  await waitFor(() => expect(history.location.search).toBe(""));
});

// Spec 2.26
test("keeps the other sections one click away", async () => {
  await showDay([]);
  expect(screen.getByRole("link", { name: "Inventory" })).toHaveAttribute("href", "/inventory");
  expect(screen.getByRole("link", { name: "Open calendar" })).toHaveAttribute("href", "/calendar");
});

// Spec 2.27, 2.28
test("shows 'Loading...' until the result, then that the day is empty", async () => {
  const { client } = await showDay(undefined);
  expect(screen.getByText("Loading...")).toBeVisible();
  expect(screen.queryByText("No jobs scheduled for this day.")).not.toBeInTheDocument();
  act(() => client.answer(api.jobs.getScheduledForDay, () => []));
  expect(screen.getByText("No jobs scheduled for this day.")).toBeVisible();
  expect(screen.queryByText("Loading...")).not.toBeInTheDocument();
});

// Spec 2.29, 2.32
test("shows a job with its customer, badge, time, photo, address and phone", async () => {
  await showDay([
    aJob({
      job_estimate_date: at(14),
      job_photo_estimate: ["photo-1", "photo-2"] as Id<"_storage">[],
      job_city: "Reno",
      job_customer_phone: "5550100001",
    }),
  ]);
  const card = screen.getByRole("article");
  expect(within(card).getByText("Maria Lopez")).toBeVisible();
  expect(within(card).getByText("Estimate Scheduled")).toBeVisible();
  expect(within(card).getByText("2:00 PM")).toBeVisible();
  expect(card.querySelector("img")).toHaveAttribute("src", "/small/photo-1");
  expect(within(card).getByText("12 Oak St, Reno")).toBeVisible();
  expect(within(card).getByRole("link", { name: "Directions" })).toHaveAttribute(
    "href",
    expect.stringContaining("12%20Oak%20St%2C%20Reno"),
  );
  expect(within(card).getByRole("link", { name: "(555) 010-0001" })).toHaveAttribute(
    "href",
    "tel:+15550100001",
  );
});

test("on a desk the address opens the map", async () => {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: true }),
  );
  await showDay([aJob({ job_estimate_date: at(14), job_city: "Reno" })]);
  expect(screen.getByRole("link", { name: "12 Oak St, Reno" })).toHaveAttribute(
    "href",
    expect.stringContaining("/maps/search/"),
  );
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});

// Spec 2.29
test("takes the background from the first estimate photo only", async () => {
  const [estimate, install] = ["photo-e", "photo-i"] as Id<"_storage">[];
  await showDay([
    aJob({
      customer_name: "Both",
      job_estimate_date: at(13),
      job_photo_estimate: [estimate!],
      job_photo_install: [install!],
    }),
    aJob({
      _id: "job-2" as Id<"jobs">,
      customer_name: "Install only",
      job_estimate_date: at(14),
      job_photo_install: [install!],
    }),
  ]);
  const [both, installOnly] = screen.getAllByRole("article");
  expect(both?.querySelector("img")).toHaveAttribute("src", "/small/photo-e");
  expect(installOnly).toHaveTextContent("Install only");
  expect(installOnly?.querySelector("img")).toBeNull();
});

test("says where a photo is missing, and where the browser has no preview of it", async () => {
  const client = new FakeBackend();
  await showDay(
    ["deleted", "broken"].map((photo) =>
      aJob({
        _id: photo as Id<"jobs">,
        job_estimate_date: at(14),
        job_photo_estimate: [photo as Id<"_storage">],
      }),
    ),
    "/dashboard",
    client,
  );
  const [deleted, broken] = screen.getAllByRole("article");
  act(() =>
    client.answer(api.files.getPictures, ({ ids }) =>
      ids.map((id) => (id === "deleted" ? null : { url: "/x", thumbnailUrl: null, at: 1 })),
    ),
  );
  await waitFor(() => expect(deleted).toHaveTextContent("Photo missing"));
  expect(broken).not.toHaveTextContent("No preview");
  fireEvent.error(broken!.querySelector("img")!);
  expect(broken).toHaveTextContent("No preview");
  expect(broken).not.toHaveTextContent("Photo missing");
});

test("shows a photo that waits on this device as the background of its job, unless it was refused", async () => {
  const preview = () => "blob:front";
  publishPhotos({
    photos: [
      aWaitingPhoto({
        attachment: { job: { key: "key-1", label: "12 Oak St" } },
        preview,
      }),
      aWaitingPhoto({
        ...{
          attachment: { job: { key: "job-2", label: "4 Elm St" } },
          preview,
        },
        syncStatus: "Refused",
      }),
    ],
  });
  await showDay([
    aJob({ clientKey: "key-1", job_estimate_date: at(13) }),
    aJob({ _id: "job-2" as Id<"jobs">, job_estimate_date: at(14) }),
  ]);
  const [waiting, refused] = screen.getAllByRole("article");
  expect(waiting?.querySelector("img")).toHaveAttribute("src", "blob:front");
  expect(refused?.querySelector("img")).toBeNull();
  act(() => publishPhotos({}));
});

// Spec 2.33, 2.34
test("labels an install of the day, otherwise shows the job's status", async () => {
  await showDay([
    aJob({
      job_estimate_date: at(9, 0, 2),
      job_install_date: at(15, 30),
    }),
    aJob({
      _id: "job-2" as Id<"jobs">,
      customer_name: "Other",
      job_status: "estimate_sent",
      job_estimate_date: at(9, 0, 2),
    }),
  ]);
  const [install, other] = screen.getAllByRole("article");
  expect(within(install!).getByText("Install Scheduled")).toBeVisible();
  expect(within(other!).getByText("Estimate Delivered")).toBeVisible();
});

/** Cards and red line in document order. */
const readList = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => item.textContent)
    .map((text) => /Now.*|Morning|Noon|Evening/.exec(text)?.[0]);

const DAY = [
  aJob({ customer_name: "Morning", job_estimate_date: at(8) }),
  aJob({
    _id: "job-2" as Id<"jobs">,
    customer_name: "Noon",
    job_install_date: at(14),
  }),
  aJob({
    _id: "job-3" as Id<"jobs">,
    customer_name: "Evening",
    job_estimate_date: at(18),
  }),
];

// Spec 2.36, 2.37
test.each([
  [at(7), ["Now7:00 AM", "Morning", "Noon", "Evening"]],
  [at(13, 15), ["Morning", "Now1:15 PM", "Noon", "Evening"]],
  [at(23, 5), ["Morning", "Noon", "Evening", "Now11:05 PM"]],
])("draws the line before the first upcoming job (%d)", async (now, order) => {
  vi.setSystemTime(now);
  await showDay(DAY);
  expect(readList()).toEqual(order);
});

// Spec 2.36
test("the line is red, in both themes", async () => {
  await showDay(DAY);
  const line = screen.getByText("1:15 PM").closest("li")!;
  expect(line).toHaveClass("text-now");
  expect(line.querySelector(".bg-now")).toBeVisible();
  expect(tokenColors("now")).toHaveLength(2);
  for (const color of tokenColors("now")) {
    expect(hueOf(color)).toBeCloseTo(0, 0);
  }
});

// Spec 2.36
test("draws no line on another day", async () => {
  await showDay(DAY, "/dashboard?date=2026-11-21");
  expect(readList()).toEqual(["Morning", "Noon", "Evening"]);
});

test("moves the line as time passes", async () => {
  await showDay(DAY);
  act(() => void vi.advanceTimersByTime(46 * 60_000));
  expect(readList()).toEqual(["Morning", "Noon", "Now2:01 PM", "Evening"]);
});

test("moves to the new day at midnight in an open tab", async () => {
  vi.setSystemTime(at(23, 59));
  await showDay([]);
  act(() => void vi.advanceTimersByTime(61_000));
  expect(heading()).toHaveTextContent("Saturday");
  expect(screen.getByText("Today", { selector: "span" })).toBeVisible();
});

test("a day in the URL stays at midnight, and its label updates", async () => {
  vi.setSystemTime(at(23, 59));
  await showDay(DAY, "/dashboard?date=2026-11-20");
  expect(readList()).toContain("Now11:59 PM");
  act(() => void vi.advanceTimersByTime(61_000));
  expect(heading()).toHaveTextContent("Friday");
  expect(screen.getByText("Yesterday")).toBeVisible();
  expect(readList()).toEqual(["Morning", "Noon", "Evening"]);
});

// Spec 2.30, 2.31, 4.31
test("a card opens its job, the floating button a new one on that day", async () => {
  const tuesday = "2026-11-24";
  await showDay([aJob({ job_estimate_date: at(14, 0, 24) })], `/dashboard?date=${tuesday}`);
  await userEvent.click(screen.getByRole("button", { name: "Maria Lopez" }));
  expect(screen.getByRole("dialog", { name: "job-1" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Add job" }));
  expect(screen.getByRole("dialog", { name: "new" })).toHaveTextContent(tuesday);
});

test("T, the arrows and C work, but not inside a dialog", async () => {
  const { history } = await showDay([]);
  const press = (key: string) => fireEvent.keyDown(document.body, { key });
  press("ArrowRight");
  expect(await screen.findByText("Tomorrow")).toBeVisible();
  press("ArrowLeft");
  press("ArrowLeft");
  expect(await screen.findByText("Yesterday")).toBeVisible();
  press("t");
  await waitFor(() => expect(history.location.search).toBe(""));
  expect(await screen.findByText("Today", { selector: "span" })).toBeVisible();
  press("c");
  expect(screen.getByRole("dialog", { name: "new" })).toBeVisible();
  press("ArrowRight");
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText("Today", { selector: "span" })).toBeVisible();
});

// Spec 2.12
test("an error shows a panel, not an empty day", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  client.answer(api.jobs.getScheduledForDay, () => new Error("disk is full"));
  renderApp({ path: "/dashboard", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  expect(screen.queryByText(/disk is full/)).not.toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show Error" }));
  expect(screen.getByText(/disk is full/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Hide Error" }));
  expect(screen.getByText(/disk is full/)).not.toBeVisible();
});

test("the arrows lead from a day that failed to load to one that loads", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new FakeBackend();
  client.answer(api.jobs.getScheduledForDay, ({ dayStart }) =>
    dayStart === at(0) ? new Error("disk is full") : [],
  );
  renderApp({ path: "/dashboard", client });
  expect(await screen.findByText("Something went wrong!")).toBeVisible();
  expect(screen.getByText("Today", { selector: "span" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  expect(await screen.findByText("No jobs scheduled for this day.")).toBeVisible();
  expect(screen.getByText("Tomorrow")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByText("Something went wrong!")).toBeNull();
});

test("a crew in the URL shows only its visits, on each day, until a tap shows all", async () => {
  const client = new FakeBackend();
  const crews = [{ key: "crew 2", name: "Red crew" }];
  client.answer(api.office.settings, () => ({ crews }));
  const jobs = [
    aJob({ job_install_date: at(14), job_install_crew: "Crew 2" }),
    aJob({
      ...{ _id: "job-2" as Id<"jobs">, customer_name: "Hugo Dahl" },
      ...{ job_install_date: at(15), job_estimate_crew: "Crew 2" },
    }),
  ];
  const { history } = await showDay(jobs, "/dashboard?crew=crew+2", client);
  const names = () => screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);
  await screen.findByRole("button", { name: /^1 of 2 visits, Red crew/ });
  expect(names()).toEqual(["Maria Lopez"]);
  expect(await screen.findByText("Red crew", { selector: "article *" })).toBeVisible();
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  await waitFor(() => expect(history.location.search).toContain("crew=crew"));
  fireEvent.click(await screen.findByRole("button", { name: /Red crew/ }));
  await waitFor(() => expect(names()).toEqual(["Maria Lopez", "Hugo Dahl"]));
});

test("a card says in which window the crew arrives, and how long the visit takes", async () => {
  await showDay([
    aJob({
      ...{ job_install_date: at(14), job_install_crew: "Crew 2" },
      ...{ job_install_window: 60, job_install_length: 120 },
    }),
  ]);
  expect(await screen.findByText("Crew 2 · arrives 2 to 3 PM, takes until 4 PM")).toBeVisible();
});

const LASTING = {
  ...{ job_install_date: at(8, 0, 19), job_install_length: 57 * 60 },
  ...{ job_status: "install_scheduled", customer_name: "Long Install" },
  _id: "long" as Id<"jobs">,
} satisfies Partial<DayJob>;

function lastingClient(...jobs: Partial<DayJob>[]) {
  const client = new FakeBackend();
  client.answer(api.jobs.listLasting, ({ at: time }) =>
    time === at(0) ? [LASTING, ...jobs].map(aJob) : [],
  );
  return client;
}

test("a visit that lasts into the day stands before the day's first, with its status' badge, its day and its end, above the red line", async () => {
  const early = aJob({ job_estimate_date: at(7), customer_name: "Early Bird" });
  const app = await showDay([early], "/dashboard", lastingClient());
  const name = await screen.findByRole("button", { name: "Long Install" });
  const card = name.closest("article")!;
  // On a phone where others have their time.
  expect(await within(card).findByText("Day 2 of 3")).toBeVisible();
  expect(card).toHaveTextContent(/^Day 2 of 3Install Scheduled/);
  expect(card).toHaveTextContent("takes until Sat, Nov 21, 5 PM");
  const order = app.container.textContent;
  expect(order.indexOf("Long Install")).toBeLessThan(order.indexOf("Early Bird"));
  expect(screen.getAllByText("Now")).toHaveLength(1);
  expect(order.indexOf("Early Bird")).toBeLessThan(order.indexOf("Now"));
});

test("a day with only a visit that lasts into it is not empty, and has no red line", async () => {
  await showDay([], "/dashboard", lastingClient());
  await screen.findByRole("button", { name: "Long Install" });
  expect(screen.queryByText(/No jobs scheduled/)).toBeNull();
  expect(screen.queryByText("Now")).toBeNull();
});

test("a job with a visit on the day and one that lasts into it stands there once; a canceled one does not last", async () => {
  const both = aJob({ ...LASTING, job_estimate_date: at(15) });
  const client = lastingClient({
    ...{ ...LASTING, _id: "gone" as Id<"jobs">, customer_name: "Gone" },
    job_status: "cancelled",
  });
  await showDay([both], "/dashboard", client);
  const name = await screen.findByRole("button", { name: "Long Install" });
  const card = name.closest("article")!;
  expect(await within(card).findByText(/^Day 2 of 3 · /)).toBeVisible();
  expect(card).toHaveTextContent(/^3:00 PM/);
  expect(screen.queryByText("Gone")).toBeNull();
});

test("a crew's day has its visits that last into it, which the number beside the heading counts", async () => {
  const jobs = [aJob({ job_estimate_date: at(15), job_estimate_crew: "Ana" })];
  const client = lastingClient({
    ...{ ...LASTING, _id: "other" as Id<"jobs">, customer_name: "Crew Job" },
    job_install_crew: "Crew 2",
  });
  await showDay(jobs, "/dashboard?crew=crew%202", client);
  expect(await screen.findByRole("button", { name: /^1 of 3 visits, Crew 2/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Crew Job" })).toBeVisible();
  expect(screen.queryByText("Long Install")).toBeNull();
});

/** Like Convex, keeps the failure of a query until nobody subscribes to it. */
class OnceFailingBackend extends FakeBackend {
  hasFailed = false;
  #subscribers = 0;

  override watchQuery(...[query, args]: Parameters<FakeBackend["watchQuery"]>) {
    const watch = super.watchQuery(query, args);
    if (getFunctionName(query) !== "jobs:listLasting") return watch;
    return {
      ...watch,
      onUpdate: (listener: () => void) => {
        const stop = watch.onUpdate(listener);
        this.#subscribers += 1;
        return () => {
          this.#subscribers -= 1;
          if (this.#subscribers === 0) {
            this.hasFailed = true;
            this.changed();
          }
          return stop();
        };
      },
    };
  }
}

test("a day shows its own visits if those of earlier days cannot be loaded, and loads them again", async () => {
  const client = new OnceFailingBackend();
  client.answer(api.jobs.listLasting, ({ at: time }) => {
    if (client.hasFailed) return time === at(0) ? [aJob(LASTING)] : [];
    return new Error("disk is full");
  });
  const own = aJob({ job_estimate_date: at(7), customer_name: "Early Bird" });
  await showDay([own], "/dashboard", client);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The visits that began on earlier days could not be loaded.",
  );
  expect(screen.getByRole("button", { name: "Early Bird" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Long Install" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a day is not called empty while the visits of earlier days cannot be loaded", async () => {
  const client = new FakeBackend();
  client.answer(api.jobs.listLasting, () => new Error("disk is full"));
  await showDay([], "/dashboard", client);
  await screen.findByRole("alert");
  expect(screen.queryByText(/No jobs scheduled/)).toBeNull();
});

test("the route of a day passes a visit that lasts into it, also if that is its only one", async () => {
  await showDay([], "/dashboard", lastingClient());
  const route = await screen.findByRole("link", { name: /^Route: 1 stop/ });
  expect(route).toHaveAttribute("href", expect.stringContaining("destination"));
});
