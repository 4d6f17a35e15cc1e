import { expect, it } from "vitest";
import { changesCopies, customerCopies } from "@domain/changes/rows";

it("a job copies the id, the name and the phone of its customer, and follows their changes", () => {
  expect(
    customerCopies({
      customer_id: "C-1001",
      customer_name: "Ann Field",
      customer_phone: "6145550101",
      customer_email: "ann@example.com",
    }),
  ).toEqual({
    job_customer_id: "C-1001",
    customer_name: "Ann Field",
    job_customer_phone: "6145550101",
  });
  expect(changesCopies({ customer_name: "Ann Vale" })).toBe(true);
  expect(changesCopies({ customer_phone: undefined })).toBe(true);
  expect(changesCopies({ customer_email: "ann@example.com" })).toBe(false);
});
