import { afterEach, describe, expect, it, vi } from "vitest";
import { FormOffice } from "../../../../support/formOffice";
import { aCustomer, aJob } from "../../../../support/builders";

type Setting = ConstructorParameters<typeof FormOffice>[0];

let office: FormOffice;

afterEach(() => office.end());

function open(setting?: Setting) {
  office = new FormOffice(setting);
  const form = office.open();
  const { session } = form;
  return {
    ...form,
    address: () => form.view().values.job_address,
    change: () => form.view().notes.job_address?.change,
    /** Focuses the address and types, without leaving it. */
    type: (text: string) => {
      session.focus("job_address");
      session.type("job_address", text);
    },
    enter: (text: string) => {
      session.focus("job_address");
      session.leave("job_address", text);
    },
    elsewhere: (job_address: string) => {
      office.write({ job: { ...office.job, job_address, jobs_price: 500 } });
      form.follow();
    },
  };
}

const sentArgs = () => office.sent.map(({ args }) => args);

describe("a field with focus", () => {
  it("keeps its text while other fields follow live data, until it is left", () => {
    const { session, view, elsewhere, address } = open();
    session.focus("job_address");
    elsewhere("14 Elm St");
    expect(view().values).toMatchObject({
      job_address: "12 Oak St",
      jobs_price: "500.00",
    });
    session.leave("job_address", "12 Oak St");
    expect(address()).toBe("14 Elm St");
    expect(office.sent).toEqual([]);
  });

  it("counts as unchanged if only spaces were added", async () => {
    const { enter, elsewhere, address, view } = open();
    enter("12 Oak St ");
    expect(view().isChanged).toBe(false);
    elsewhere("14 Elm St");
    expect(address()).toBe("14 Elm St");
    await office.rest();
    expect(office.sent).toEqual([]);
  });

  it("keeps the focus when another field is left", () => {
    const { session, view, elsewhere } = open();
    session.focus("jobs_price");
    session.focus("job_address");
    session.leave("jobs_price", "");
    elsewhere("14 Elm St");
    expect(view().values).toMatchObject({
      job_address: "12 Oak St",
      jobs_price: "500.00",
    });
  });
});

describe("unsaved text", () => {
  it("a text is saved once when its field is left, however often that is said", async () => {
    const { enter, session } = open();
    enter("15 Oak St");
    session.leave("job_address", "15 Oak St");
    expect(session.close().isDone).toBe(true);
    await office.rest();
    session.leave("job_address", "15 Oak St");
    expect(session.close().isDone).toBe(true);
    await office.rest();
    expect(sentArgs()).toMatchObject([{ job_address: "15 Oak St" }]);
  });

  it("a field follows the live data after its save", async () => {
    const { enter, elsewhere, address } = open();
    enter("15 Oak St");
    await office.rest();
    expect(address()).toBe("15 Oak St");
    elsewhere("16 Oak St");
    expect(address()).toBe("16 Oak St");
  });

  it("a text is kept and still unsaved if it was typed during a save", async () => {
    const { session, type, address, view } = open({ server: "is away" });
    type("15 Oak St");
    session.choose("job_address", "15 Oak St");
    session.type("job_address", "15 Oak Street");
    await office.rest();
    expect(address()).toBe("15 Oak Street");
    expect(view().isChanged).toBe(true);
  });

  it("an unsaved text stays with the error of a broken rule, which typing clears", () => {
    const { session, enter, view } = open();
    enter("");
    expect(view()).toMatchObject({
      notes: { job_address: { error: "Address is required." } },
      canSave: false,
    });
    expect(session.close()).toEqual({ isDone: false, at: "job_address" });
    session.type("job_address", "1");
    expect(view()).toMatchObject({ notes: {}, canSave: true });
  });

  it("an unsaved text stays with the server's refusal, and Save sends it once more", async () => {
    const { session, enter, follow, view } = open({ server: "refuses" });
    enter("15 Oak St");
    await office.rest();
    follow();
    const refused = { job_address: { error: "Refused." } };
    expect(view().notes).toEqual(refused);
    expect(await session.save()).toEqual({
      isDone: false,
      at: "job_address",
    });
    expect(sentArgs()).toMatchObject([{ job_address: "15 Oak St" }, { job_address: "15 Oak St" }]);
  });

  it("a text is saved beside an invalid field", async () => {
    const { session, enter } = open();
    enter("");
    session.leave("job_city", "Troy");
    await office.rest();
    expect(sentArgs()).toMatchObject([{ job_city: "Troy" }]);
  });

  it("a text is not sent by a form that is locked", async () => {
    const { session, type, enter, follow } = open();
    type("15 Oak St");
    office.isLocked = true;
    follow();
    expect(session.close().isDone).toBe(true);
    enter("16 Oak St");
    await office.rest();
    expect(office.sent).toEqual([]);
  });

  it("Save waits for a save that began when a field was left", async () => {
    const { session, enter } = open({ server: "refuses" });
    enter("15 Oak St");
    expect(await session.save()).toEqual({
      isDone: false,
      at: "job_address",
    });
  });
});

describe("a value that somebody else changes", () => {
  it("a value changed by somebody else under unsaved text is offered with its author, and replaces the text without a save", async () => {
    const { session, type, elsewhere, change, address, follow } = open();
    type("15 Oak St");
    elsewhere("14 Elm St");
    await office.rest();
    const theirs = { isMine: false, value: "14 Elm St", by: "Dana" };
    expect(change()).toMatchObject(theirs);
    session.choose("job_address", "14 Elm St");
    expect(change()).toBeUndefined();
    session.leave("job_address", "14 Elm St");
    follow();
    expect(address()).toBe("14 Elm St");
    await office.rest();
    expect(office.sent).toEqual([]);
  });

  it("a value that both people entered alike shows no notice", async () => {
    const { type, elsewhere, change, session } = open();
    type("14 Elm St");
    elsewhere("14 Elm St");
    expect(change()).toBeUndefined();
    session.leave("job_address", "14 Elm St");
    await office.rest();
    expect(office.sent).toEqual([]);
  });

  it("a field is saved with the value that the person saw as its base, whatever somebody else wrote", async () => {
    const { type, elsewhere, session } = open();
    type("15 Oak St");
    elsewhere("14 Elm St");
    session.leave("job_address", "15 Oak St");
    await office.rest();
    expect(sentArgs()).toMatchObject([
      { job_address: "15 Oak St", base: { job_address: "12 Oak St" } },
    ]);
  });

  it("a saved value that somebody else replaced is offered back with its author, until something else is typed", async () => {
    const { session, enter, elsewhere, change } = open();
    enter("15 Oak St");
    await office.rest();
    elsewhere("14 Elm St");
    expect(change()).toBeUndefined();
    await office.rest();
    const mine = { isMine: true, value: "15 Oak St", by: "Dana" };
    expect(change()).toMatchObject(mine);
    session.focus("job_address");
    expect(change()).toMatchObject(mine);
    session.type("job_address", "16 Oak St");
    session.type("job_address", "14 Elm St");
    session.leave("job_address", "14 Elm St");
    expect(change()).toBeUndefined();
  });

  it("a value that the person wrote on another device shows no notice", async () => {
    const { enter, elsewhere, change } = open();
    office.author = null;
    enter("15 Oak St");
    await office.rest();
    elsewhere("14 Elm St");
    await office.rest();
    expect(change()).toBeUndefined();
  });
});

describe("texts on the device", () => {
  /** A form that ended with this text in its address. */
  async function leave(text: string) {
    const { type, end } = open();
    type(text);
    end();
    await vi.waitFor(async () => expect(await office.typedRows()).toEqual(["job_address"]));
    await office.rest();
  }

  async function reopen() {
    const form = office.open();
    await vi.waitFor(() => expect(form.view().found).toHaveLength(1));
    return { ...form, row: form.view().found[0]! };
  }

  it("texts on the device are offered, and neither used nor sent when the form closes", async () => {
    await leave("15 Oak St");
    const { session, end, view } = await reopen();
    expect(view().values.job_address).toBe("12 Oak St");
    session.close();
    end();
    await office.rest();
    expect(office.sent).toEqual([]);
    expect(await office.typedRows()).toEqual(["job_address"]);
  });

  it("texts on the device are saved under the value that was seen then, once they are used and the field is left", async () => {
    await leave("15 Oak St");
    const { session, row, view } = await reopen();
    session.use(row);
    expect(view()).toMatchObject({
      found: [],
      values: { job_address: "15 Oak St" },
    });
    session.leave("job_address", "15 Oak St");
    await office.rest();
    expect(sentArgs()).toMatchObject([
      { job_address: "15 Oak St", base: { job_address: "12 Oak St" } },
    ]);
    expect(await office.typedRows()).toEqual([]);
  });

  it("texts on the device are removed when they are dropped, or discarded after use", async () => {
    for (const isUsed of [false, true]) {
      await leave("15 Oak St");
      const { session, row, view } = await reopen();
      if (isUsed) session.use(row);
      else session.drop([row]);
      expect(view().found).toEqual([]);
      session.discard();
      await vi.waitFor(async () => expect(await office.typedRows()).toEqual([]));
      await office.end();
    }
    expect(office.sent).toEqual([]);
  });

  it("texts on the device are removed if the job has them by now", async () => {
    await leave("15 Oak St");
    office.write({ job: { ...office.job, job_address: "15 Oak St" } });
    const { view } = office.open();
    await vi.waitFor(async () => expect(await office.typedRows()).toEqual([]));
    expect(view().found).toEqual([]);
  });
});

it("texts of two lines that an import has stored are shown on one line and not saved by leaving them", async () => {
  const { session, view } = open({
    job: aJob({ job_address: "12 Elm St\nApt 4", job_city: "Troy\nOH" }),
    customer: aCustomer({ customer_name: "Ann\nField" }),
  });
  const { values } = view();
  expect(values).toMatchObject({
    job_address: "12 Elm St, Apt 4",
    job_city: "Troy, OH",
    customer_name: "Ann Field",
  });
  for (const name of ["job_address", "job_city", "customer_name"] as const) {
    session.focus(name);
    session.leave(name, values[name]);
  }
  expect(session.close().isDone).toBe(true);
  await office.rest();
  expect(office.sent).toEqual([]);
});

describe("the text of a line that is not added", () => {
  it("the text of a line that is not added keeps the form open with its sentence until it is added or cleared, and nothing is sent", async () => {
    const { session, view } = open();
    session.typeLine("120 6in gutter");
    expect(view().isChanged).toBe(true);
    const kept = { isDone: false, at: "job_line" };
    expect(session.close()).toEqual(kept);
    expect(session.state().line.error).toBe("Add this row, or clear it.");
    session.typeLine("120 6in gutters");
    expect(session.state().line.error).toBeNull();
    expect(await session.save()).toEqual(kept);
    session.typeLine(" ");
    expect(view().isChanged).toBe(false);
    expect(session.close().isDone).toBe(true);
    await office.rest();
    expect(office.sent).toEqual([]);
  });

  it("the text of a line does not keep the form of a deleted job open", () => {
    const { session, follow } = open();
    session.typeLine("120 6in gutter");
    office.isLocked = true;
    follow();
    expect(session.close().isDone).toBe(true);
  });

  it("the text of a line is saved beside the other fields' texts, which a close saves", async () => {
    const { session, type } = open();
    type("15 Oak St");
    session.typeLine("120 6in gutter");
    expect(session.close()).toEqual({ isDone: false, at: "job_line" });
    await office.rest();
    expect(sentArgs()).toMatchObject([{ job_address: "15 Oak St" }]);
  });

  it("the text of a line is in the field again after its page has ended, and is gone once it is discarded", async () => {
    const first = open();
    first.session.typeLine("120 6in gutter");
    await vi.waitFor(async () => expect(await office.typedRows()).toEqual(["job_line"]));
    first.end();
    const again = office.open();
    await vi.waitFor(() => expect(again.session.state().line.text).toBe("120 6in gutter"));
    expect(again.view().found).toEqual([]);
    again.session.discard();
    await vi.waitFor(async () => expect(await office.typedRows()).toEqual([]));
    again.end();
    const third = office.open();
    await office.rest();
    expect(third.session.state().line.text).toBe("");
  });

  it("the text of a line does not replace a text typed before the device had answered", async () => {
    const first = open();
    first.session.typeLine("120 6in gutter");
    await vi.waitFor(async () => expect(await office.typedRows()).toEqual(["job_line"]));
    first.end();
    const again = office.open();
    again.session.typeLine("4 end caps");
    await vi.waitFor(async () =>
      expect(await office.typedRows()).toEqual(["job_line", "job_line"]),
    );
    expect(again.session.state().line.text).toBe("4 end caps");
  });
});
