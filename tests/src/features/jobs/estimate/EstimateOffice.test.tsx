import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { VALID_DAYS_OUT_OF_RANGE } from "@domain/changes/setOfficeSettings";
import { DialogFrame } from "@/components/ui/Dialog";
import { EstimateOffice } from "@/features/jobs/estimate/EstimateOffice";
import { expectCall } from "../../../../support/expectCall";
import { stubLayout } from "../../../../support/fakeBackend";
import { renderUnsent } from "../../../../support/unsentPage";

beforeAll(stubLayout);

const SETTINGS = {
  ...{ company_name: "Elm", company_phone: "5550100001", valid_days: 10 },
  opens_at: 480,
  closes_at: 1020,
};

async function open() {
  const onLeave = vi.fn();
  const { sent, waiting } = await renderUnsent(() => null, {
    screen: (
      <DialogFrame>
        <EstimateOffice settings={SETTINGS} onLeave={onLeave} />
      </DialogFrame>
    ),
  });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { sent, waiting, type, onLeave };
}

it("sends only the changed company details, the phone as its digits and an emptied one as null", async () => {
  const { sent, type, onLeave } = await open();
  expect(screen.getByLabelText("Company phone")).toHaveValue("(555) 010-0001");
  type("Company address", " 1 Elm Rd\nEdina ");
  type("Company phone", "555 010 0002");
  type("Terms on estimates", "Half now.");
  type("Days an estimate is valid", " ");
  type("Waste of gutter coil in percent", "0");
  fireEvent.click(screen.getByText("Save"));
  expectCall("office.setSettings", await sent(), {
    args: {
      ...{ company_address: "1 Elm Rd\nEdina", company_phone: "5550100002" },
      ...{ estimate_terms: "Half now.", valid_days: null, waste_percent: 0 },
    },
    subject: { key: "office settings", label: "Office settings" },
    needs: ["message templates"],
    field: null,
    label:
      "Company phone, Company address, Terms on estimates, Days an estimate is valid, Waste of gutter coil in percent",
  });
  expect(onLeave).toHaveBeenCalledOnce();
});

it("refuses days that are no whole number at their field, and stays open", async () => {
  const { waiting, type, onLeave } = await open();
  for (const typed of ["soon", "0", "366", "1.5"]) {
    type("Days an estimate is valid", typed);
    fireEvent.click(screen.getByText("Save"));
    expect(screen.getByRole("alert")).toHaveTextContent(VALID_DAYS_OUT_OF_RANGE);
  }
  expect(waiting()).toEqual([]);
  expect(onLeave).not.toHaveBeenCalled();
});

it("sends nothing when every field is left as it was", async () => {
  const { waiting, type, onLeave } = await open();
  type("Company name", "Elm ");
  type("Company phone", "555-010-0001");
  fireEvent.click(screen.getByText("Save"));
  expect(waiting()).toEqual([]);
  expect(onLeave).toHaveBeenCalledOnce();
});
