import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayKeyOf, dayRange, nextDay } from "@domain/dates/days";
import { TEXT_LIMITS } from "@domain/calls/inputLimits";
import { JOB_STATUSES } from "@domain/job/jobs";
import { MESSAGE_KINDS, messageTextField, openedLine } from "@domain/messages/messageKinds";
import { TEMPLATE_FIELDS, type MessageTemplates } from "@domain/messages/messageTemplates";
import {
  fillTemplate,
  messageText,
  offeredMessages,
  SUGGESTED_TEXTS,
  withMinutes,
  type MessageJob,
} from "@domain/job/messages";
import { PLACEHOLDERS, templateRefusal } from "@domain/messages/placeholders";

const TODAY = dayRange("2026-11-20");
const NOW = TODAY.from + 8 * 60 * 60 * 1000;
const TOMORROW = dayRange("2026-11-21").from + 9 * 60 * 60 * 1000;

const LINK = {
  message_link: "https://elm.example/review",
};

function aJob(change: Partial<MessageJob> = {}): MessageJob {
  return {
    job_status: "estimate_scheduled",
    job_address: "12 Oak St.",
    job_city: "Troy",
    job_estimate_date: TOMORROW,
    ...change,
  };
}

interface TextOptions {
  readonly job?: MessageJob | null;
  readonly company?: string;
  readonly templates?: MessageTemplates;
}

const text = (
  kind: (typeof MESSAGE_KINDS)[number],
  { job = aJob(), company = "Elm Gutters", templates = LINK }: TextOptions = {},
) =>
  messageText(kind, {
    customer: "Ruth Okafor",
    job,
    company,
    templates,
    minutes: 20,
    now: NOW,
  });

describe("a filled-in template", () => {
  it("a sentence is left out if a placeholder of it has no value", () => {
    const template = "Hi {customer}! It comes to {price}. See {link} or call.\nBye.";
    expect(fillTemplate(template, { customer: "Ann", price: "$5.00" })).toBe(
      "Hi Ann! It comes to $5.00. Bye.",
    );
    expect(fillTemplate(template, { link: "https://a.example" })).toBe(
      "See https://a.example or call.\nBye.",
    );
    expect(fillTemplate(template, { customer: "  " })).toBe("Bye.");
  });

  it("points within a link, a price or a value end no sentence", () => {
    const values = {
      link: "https://a.example/b.c",
      address: "12 Oak St. Troy",
    };
    expect(fillTemplate("At {address} for $5.50 see {link} now. {price}", values)).toBe(
      "At 12 Oak St. Troy for $5.50 see https://a.example/b.c now.",
    );
  });

  it("no placeholder remains, whatever the template and the values are", () => {
    const piece = fc.oneof(
      fc.constantFrom(...PLACEHOLDERS).map((name) => `{${name}}`),
      fc.constantFrom("{nobody}", "{}", ". ", "! ", "? ", "\n", " ", "."),
      fc.string().map((plain) => plain.replace(/[{}]/g, "")),
    );
    const value = fc.string().map((plain) => plain.replace(/[{}]/g, ""));
    const values = fc.record(Object.fromEntries(PLACEHOLDERS.map((name) => [name, value])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(fc.array(piece), values, (pieces, given) => {
        expect(fillTemplate(pieces.join(""), given)).not.toMatch(/[{}]/);
      }),
    );
  });

  it("each sentence stays or goes by its own placeholders", () => {
    const sentence = fc.record({
      words: fc.stringMatching(/^[a-z]{1,8}$/),
      name: fc.option(fc.constantFrom(...PLACEHOLDERS), { nil: null }),
    });
    const set = fc.subarray([...PLACEHOLDERS]);
    fc.assert(
      fc.property(fc.array(sentence), set, (sentences, known) => {
        const values = Object.fromEntries(known.map((name) => [name, "yes"]));
        const template = sentences
          .map(({ words, name }) => `${words}${name ? ` {${name}}` : ""}.`)
          .join(" ");
        const kept = sentences
          .filter(({ name }) => name === null || known.includes(name))
          .map(({ words, name }) => `${words}${name ? " yes" : ""}.`);
        expect(fillTemplate(template, values)).toBe(kept.join(" "));
      }),
    );
  });

  it("a value with braces stays as it is", () => {
    expect(fillTemplate("Hi {customer}.", { customer: "{price}" })).toBe("Hi {price}.");
  });
});

describe("the suggested texts", () => {
  it("the suggested texts say who writes, when, where and for how much", () => {
    expect(text("on_my_way")).toBe(
      "Hi Ruth Okafor! This is Elm Gutters. We are on our way and should be there in about 20 minutes.",
    );
    expect(text("reminder")).toBe(
      "Hi Ruth Okafor! This is Elm Gutters. A reminder: your estimate is tomorrow at 9:00 AM. The address we have is 12 Oak St., Troy. Please reply if this does not suit you.",
    );
    expect(text("estimate_ready", { job: aJob({ jobs_price: 1234 }) })).toBe(
      "Hi Ruth Okafor! Your estimate is ready. It comes to $1,234.00 for 12 Oak St., Troy. Please reply with any questions. Thank you from Elm Gutters.",
    );
    expect(text("review")).toBe(
      "Hi Ruth Okafor! Thank you for choosing Elm Gutters. How did we do? You would help us a lot with a few words here: https://elm.example/review",
    );
  });

  it("the suggested texts name the promised window instead of the time", () => {
    const job = aJob({ job_estimate_window: 120 });
    expect(text("reminder", { job })).toContain(
      "your estimate is tomorrow between 9 and 11 AM. The address",
    );
    const templates = { ...LINK, message_reminder: "See you {time}, {day}." };
    expect(text("reminder", { job, templates })).toBe("See you between 9 and 11 AM, tomorrow.");
  });

  it("the suggested texts say that a crew is late, and that it is done", () => {
    expect(text("running_late")).toBe(
      "Hi Ruth Okafor! This is Elm Gutters. We are running late today and are sorry about it. We will text you as soon as we are on our way.",
    );
    expect(text("done")).toBe(
      "Hi Ruth Okafor! We are done at 12 Oak St., Troy. Thank you for your trust in Elm Gutters. If anything is not right, please reply to this message.",
    );
  });

  it("the suggested texts stay whole sentences without a job, a company and a link", () => {
    const nothing = { job: null, company: "", templates: {} };
    expect(text("on_my_way", nothing)).toBe(
      "Hi Ruth Okafor! We are on our way and should be there in about 20 minutes.",
    );
    expect(text("reminder", nothing)).toBe(
      "Hi Ruth Okafor! Please reply if this does not suit you.",
    );
    expect(text("review", nothing)).toBe("Hi Ruth Okafor! How did we do?");
  });

  it("the suggested texts are accepted as the office's own, and shorter than the limit", () => {
    for (const kind of MESSAGE_KINDS) {
      expect(templateRefusal(SUGGESTED_TEXTS[kind])).toBeNull();
      const { max } = TEXT_LIMITS[messageTextField(kind)];
      expect(SUGGESTED_TEXTS[kind].length).toBeLessThanOrEqual(max);
    }
    expect(TEMPLATE_FIELDS).toHaveLength(MESSAGE_KINDS.length + 2);
  });

  it("the suggested texts are replaced by the office's own", () => {
    const templates = { ...LINK, message_done: "{company}: done, {day}." };
    expect(text("done", { templates })).toBe("Elm Gutters: done, tomorrow.");
  });
});

describe("the day of a visit", () => {
  const dayOf = (at: number) =>
    text("done", {
      job: aJob({ job_estimate_date: at }),
      templates: { message_done: "See you {day}." },
    });

  it("the day of a visit is written as people say it", () => {
    expect(dayOf(NOW + 1)).toBe("See you today.");
    expect(dayOf(TOMORROW)).toBe("See you tomorrow.");
    const later = dayRange(nextDay(dayKeyOf(TOMORROW))).from;
    expect(dayOf(later)).toBe("See you on Sunday, November 22.");
  });

  it("the written day is that of the first of several visits to come", () => {
    const job = aJob({
      job_status: "lead",
      job_estimate_date: TOMORROW,
      job_install_date: NOW + 1,
    });
    const templates = { message_done: "Your {visit} is {day}." };
    expect(text("done", { job, templates })).toBe("Your install is today.");
    const later = { ...job, job_install_date: TOMORROW + 1 };
    expect(text("done", { job: later, templates })).toBe("Your estimate is tomorrow.");
  });

  it("the day of a visit is missing for a visit of an earlier day, and for one that is over", () => {
    expect(dayOf(TODAY.from - 1)).toBe("");
    const made = aJob({ job_status: "approved" });
    const templates = { message_done: "See you {day}." };
    expect(text("done", { job: made, templates })).toBe("");
  });
});

describe("the offered messages", () => {
  it("every message is offered once, whatever the job is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...JOB_STATUSES),
        fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }),
        (job_status, days) => {
          const job = aJob({
            job_status,
            job_estimate_date: days === undefined ? undefined : NOW + days * 86_400_000,
          });
          expect(offeredMessages(job, NOW).toSorted()).toEqual(MESSAGE_KINDS.toSorted());
        },
      ),
    );
  });

  it("the offered messages begin with being on the way and being late all day, also after the hour of the visit", () => {
    for (const at of [TODAY.from, NOW - 1, NOW + 1])
      expect(offeredMessages(aJob({ job_estimate_date: at }), NOW).slice(0, 2)).toEqual([
        "on_my_way",
        "running_late",
      ]);
  });

  it("the offered messages begin with the one that fits the job", () => {
    const first = (job: MessageJob | null) => offeredMessages(job, NOW)[0];
    expect(first(aJob({ job_estimate_date: NOW + 1 }))).toBe("on_my_way");
    expect(first(aJob())).toBe("reminder");
    expect(first(aJob({ job_status: "estimate_sent" }))).toBe("estimate_ready");
    expect(first(aJob({ job_status: "completed" }))).toBe("done");
    expect(first(aJob({ job_status: "installed_paid" }))).toBe("review");
    expect(first(null)).toBe("on_my_way");
  });

  it.each([
    ["lead", ["on_my_way", "running_late"]],
    ["estimate_scheduled", ["estimate_ready", "on_my_way"]],
    ["estimate_sent", ["estimate_ready", "on_my_way"]],
    ["approved", ["on_my_way", "running_late"]],
    ["install_scheduled", ["done", "on_my_way"]],
    ["completed", ["done", "review"]],
    ["installed_paid", ["review", "done"]],
    ["cancelled", ["on_my_way", "running_late"]],
  ] as const)("after the visits of a job that is %s begin with %j", (status, kinds) => {
    const past = { job_estimate_date: TODAY.from - 1 };
    const job = aJob({ ...past, job_status: status });
    expect(offeredMessages(job, NOW).slice(0, 2)).toEqual(kinds);
  });
});

it("refuses braces that nothing fills in", () => {
  expect(templateRefusal("Hi {customer}, see {site}.")).toContain("{site}");
  expect(templateRefusal("Hi {}.")).not.toBeNull();
  expect(templateRefusal("Hi {customer}. {")).toBeNull();
});

it("puts other minutes into a typed text that still names the earlier ones", () => {
  expect(withMinutes("About 15 minutes, boss.", 15, 30)).toBe("About 30 minutes, boss.");
  expect(withMinutes("In 115 minutes.", 15, 30)).toBe("In 115 minutes.");
  expect(withMinutes("Soon.", 15, 30)).toBe("Soon.");
});

it("never says that a message was sent", () => {
  expect(openedLine("on_my_way", "Ruth Okafor")).toBe("Opened “On my way” for Ruth Okafor");
  expect(openedLine("review", "")).toBe("Opened “How did we do?”");
});
