import { act, fireEvent, screen } from "@testing-library/react";
import { beforeAll, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DialogFrame } from "@/components/ui/Dialog";
import { useSetStart } from "@/features/home/useSetStart";
import { MessagePanel } from "@/features/messages/MessagePanel";
import { OfficeHoursDialog } from "@/features/messages/OfficeHoursDialog";
import { OfficeTextsPanel } from "@/features/messages/OfficeTextsPanel";
import { aJob } from "../../support/builders";
import { expectCall } from "../../support/expectCall";
import { FakeBackend, stubLayout } from "../../support/fakeBackend";
import { renderUnsent } from "../../support/unsentPage";

beforeAll(stubLayout);

const JOB = aJob({ clientKey: "key1" });

it.each([
  ["a job", JOB, { key: "key1", label: "12 Oak St", customer: "Ann Field" }, "key1"],
  ["no job", null, { key: "customer:C-1001", label: "Ann Field" }, "C-1001"],
])(
  "a message about %s that is opened is noted with its kind alone",
  async (_about, job, subject, noted) => {
    const request = {
      ...{ customerId: "C-1001", name: "Ann Field", phone: "5550100001", job },
    };
    const { sent } = await renderUnsent(() => null, {
      screen: (
        <DialogFrame>
          <MessagePanel
            kind="review"
            request={request}
            text="How did we do?"
            isTyped={false}
            minutes={30}
            onMinutes={vi.fn()}
            onType={vi.fn()}
            onBack={vi.fn()}
            onClose={vi.fn()}
          />
        </DialogFrame>
      ),
    });
    const link = screen.getByText("Open message app");
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    expectCall("messages.noteOpened", await sent(), {
      args: { subject: noted, message: "review" },
      subject,
      field: null,
      label: "Opened “How did we do?”",
    });
  },
);

it("only changed texts of the office are sent, and an emptied one is the suggested one again", async () => {
  const templates = { message_done: "Done!" };
  const { sent } = await renderUnsent(() => null, {
    screen: (
      <DialogFrame>
        <OfficeTextsPanel templates={templates} settings={{}} onLeave={vi.fn()} />
      </DialogFrame>
    ),
  });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Link for reviews", " https://elm.example ");
  type("We are done", "");
  fireEvent.click(screen.getByText("Save"));
  expectCall("messages.setTemplates", await sent(), {
    args: { message_link: "https://elm.example", message_done: null },
    subject: { key: "message templates", label: "Messages to customers" },
    field: null,
    label: "Link for reviews, We are done",
  });
});

it("changed settings of the office are sent, always with both hours", async () => {
  const settings = {
    company_name: "Elm Gutters",
    opens_at: 480,
    closes_at: 1020,
  };
  const { sent } = await renderUnsent(() => null, {
    screen: (
      <DialogFrame>
        <OfficeTextsPanel templates={{}} settings={settings} onLeave={vi.fn()} />
      </DialogFrame>
    ),
  });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type("Company name", " Oak Gutters ");
  type("Office closes", "midnight");
  fireEvent.click(screen.getByText("Save"));
  expectCall("office.setSettings", await sent(), {
    args: { company_name: "Oak Gutters", opens_at: 480, closes_at: 1440 },
    subject: { key: "office settings", label: "Office settings" },
    needs: ["message templates"],
    field: null,
    label: "Company name, Office hours",
  });
});

it("changed hours of the office are sent together from their own dialog", async () => {
  const backend = new FakeBackend();
  backend.answer(api.office.settings, () => ({}));
  const dialog = <OfficeHoursDialog onClose={vi.fn()} />;
  const { sent } = await renderUnsent(() => null, { backend, screen: dialog });
  for (const [label, value] of [
    ["Office opens", "7"],
    ["Office closes", "4:30"],
  ] as const)
    fireEvent.change(await screen.findByLabelText(label), {
      target: { value },
    });
  fireEvent.click(screen.getByText("Save"));
  expectCall("office.setSettings", await sent(), {
    args: { opens_at: 420, closes_at: 990 },
    subject: { key: "office settings", label: "Office settings" },
    needs: ["message templates"],
    field: null,
    label: "Office hours",
  });
});

it("the progress of the office's setup is sent alone", async () => {
  const { current, sent } = await renderUnsent(useSetStart);
  act(() => current()("ready"));
  expectCall("office.setSettings", await sent(), {
    args: { start: "ready" },
    subject: { key: "office settings", label: "Office settings" },
    needs: ["message templates"],
    field: null,
    label: "Start of the office",
  });
});
