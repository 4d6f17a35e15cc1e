import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completionOf,
  findDuplicates,
  mergedCustomer,
  type ComparedCustomer,
} from "@domain/duplicates";

let made = 0;

function aCustomer(
  customer_name: string,
  rest: Partial<ComparedCustomer> = {},
): ComparedCustomer {
  made += 1;
  return {
    customer_id: `C-${1000 + made}`,
    _creationTime: made,
    customer_name,
    ...rest,
  };
}

const withPhone = (name: string, customer_phone: string) =>
  aCustomer(name, { customer_phone });
const withEmail = (name: string, customer_email: string) =>
  aCustomer(name, { customer_email });

/** The groups as their names, the kept one first. */
function namesOf(customers: ComparedCustomer[]): string[][] {
  return findDuplicates(customers).map(({ kept, duplicates }) =>
    [kept, ...duplicates].map((customer) => customer.customer_name),
  );
}

describe("the same customer", () => {
  it("has the same phone number, whatever the name", () => {
    expect(
      namesOf([
        withPhone("Bob Smith", "5551234567"),
        withPhone("Robert Smith", "5551234567"),
        withPhone("Ann Field", "5551234568"),
      ]),
    ).toEqual([["Bob Smith", "Robert Smith"]]);
  });

  it("has the same e-mail address, in whatever case", () => {
    expect(
      namesOf([
        withEmail("Bob", "Bob@Example.com"),
        withEmail("Ann", "ann@example.com"),
        withEmail("Robert", " bob@example.com"),
      ]),
    ).toEqual([["Bob", "Robert"]]);
  });

  it("is the same as the same, though the two share nothing", () => {
    expect(
      namesOf([
        withPhone("One", "5551234567"),
        withEmail("Three", "bob@example.com"),
        aCustomer("Two", {
          customer_phone: "5551234567",
          customer_email: "bob@example.com",
        }),
      ]),
    ).toEqual([["One", "Two", "Three"]]);
  });

  it.each(["", "555", "0000000000", "5555555555", "1234567890"])(
    "is not told by the number %j",
    (phone) => {
      expect(namesOf([withPhone("A", phone), withPhone("B", phone)])).toEqual(
        [],
      );
    },
  );

  it("has the same name where nothing speaks against it", () => {
    expect(
      namesOf([
        withPhone("José Muñoz", "5551234567"),
        withEmail("jose  munoz", "jose@example.com"),
        aCustomer("JOSE MUÑOZ."),
        aCustomer("Jose Munos"),
      ]),
    ).toEqual([["José Muñoz", "JOSE MUÑOZ.", "jose  munoz"]]);
  });

  it("has not the same name where the numbers or addresses differ", () => {
    expect(
      namesOf([
        withPhone("John Smith", "5551234567"),
        withPhone("John Smith", "5551234568"),
      ]),
    ).toEqual([]);
    expect(
      namesOf([
        withEmail("John Smith", "john@example.com"),
        withEmail("John Smith", "js@example.com"),
      ]),
    ).toEqual([]);
  });

  it("has not the same name where a duplicate's number differs", () => {
    const email = { customer_email: "john@example.com" };
    expect(
      namesOf([
        aCustomer("John Smith", email),
        aCustomer("J. Smith", { ...email, customer_phone: "5551234567" }),
        withPhone("John Smith", "5551234568"),
      ]),
    ).toEqual([["John Smith", "J. Smith"]]);
  });

  it("is nobody where it could be either of two", () => {
    expect(
      namesOf([
        withPhone("John Smith", "5551234567"),
        aCustomer("John Smith"),
        withPhone("John Smith", "5551234568"),
      ]),
    ).toEqual([]);
  });

  it("is not told by a name without a letter or digit", () => {
    expect(namesOf([aCustomer("?"), aCustomer("?"), aCustomer("-")])).toEqual(
      [],
    );
  });

  it("is kept as the oldest, and completed by the newest that knows", () => {
    const phone = { customer_phone: "5551234567" };
    const oldest = aCustomer("Bob", phone);
    const older = aCustomer("Robert", {
      ...phone,
      customer_email: "old@example.com",
      customer_obtained_type: "Referral",
    });
    const newest = aCustomer("Rob", {
      ...phone,
      customer_email: "new@example.com",
    });
    const [group] = findDuplicates([newest, oldest, older]);
    expect(group).toEqual({ kept: oldest, duplicates: [newest, older] });
    expect(group && mergedCustomer(group)).toEqual({
      ...oldest,
      customer_email: "new@example.com",
      customer_obtained_type: "Referral",
    });
  });
});

describe("the completion of a customer", () => {
  it("takes what is missing and leaves what is known", () => {
    const kept = withEmail("Bob", "bob@example.com");
    expect(
      completionOf(
        kept,
        aCustomer("Rob", {
          customer_phone: "5551234567",
          customer_email: "rob@example.com",
          customer_obtained_type: "Yard Sign",
        }),
      ),
    ).toEqual({
      customer_phone: "5551234567",
      customer_obtained_type: "Yard Sign",
    });
    expect(completionOf(kept, aCustomer("Rob"))).toEqual({});
  });

  it("takes a whole number for a part of one or a placeholder", () => {
    for (const poor of ["555", "0000000000"])
      expect(
        completionOf(withPhone("Bob", poor), withPhone("Bob", "5551234567")),
      ).toEqual({ customer_phone: "5551234567" });
    expect(
      completionOf(withPhone("Bob", "5551234567"), withPhone("Bob", "555")),
    ).toEqual({});
    expect(completionOf(aCustomer("Bob"), withPhone("Bob", "555"))).toEqual({
      customer_phone: "555",
    });
  });
});

describe("whatever the customers", () => {
  const someone = fc.record(
    {
      customer_name: fc.constantFrom("Ann", "ann ", "Bob", "Cy", "?"),
      customer_phone: fc.constantFrom(
        "5551110001",
        "5551110002",
        "5551110003",
        "555",
        "0000000000",
      ),
      customer_email: fc.constantFrom("a@x.com", "A@x.com", "b@x.com"),
      customer_obtained_type: fc.constantFrom("Referral", "Yard Sign"),
      _creationTime: fc.integer({ min: 1, max: 5 }),
    } as const,
    { requiredKeys: ["customer_name", "_creationTime"] },
  );
  const customers = fc
    .array(someone, { maxLength: 25 })
    .map((all): ComparedCustomer[] =>
      all.map((one, at) => ({ ...one, customer_id: `C-${1001 + at}` })),
    );

  const afterMerging = (all: readonly ComparedCustomer[]) => {
    const groups = findDuplicates(all);
    const removed = new Set(groups.flatMap((group) => group.duplicates));
    const merged = new Map(
      groups.map((group) => [group.kept, mergedCustomer(group)]),
    );
    return all
      .filter((one) => !removed.has(one))
      .map((one) => merged.get(one) ?? one);
  };

  it("nobody is in two groups, and the kept one is the oldest", () => {
    fc.assert(
      fc.property(customers, (all) => {
        const groups = findDuplicates(all);
        const members = groups.flatMap(({ kept, duplicates }) => [
          kept,
          ...duplicates,
        ]);
        expect(new Set(members).size).toBe(members.length);
        for (const { kept, duplicates } of groups) {
          expect(duplicates).not.toHaveLength(0);
          for (const duplicate of duplicates)
            expect(kept._creationTime).toBeLessThanOrEqual(
              duplicate._creationTime,
            );
        }
      }),
    );
  });

  it("once is enough: the merged have no duplicates among them", () => {
    fc.assert(
      fc.property(customers, (all) => {
        expect(findDuplicates(afterMerging(all))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("the order in which they are read does not matter", () => {
    fc.assert(
      fc.property(
        customers.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, {
              minLength: all.length,
              maxLength: all.length,
            }),
          ),
        ),
        ([all, shuffled]) => {
          const sorted = (list: ComparedCustomer[]) =>
            findDuplicates(list).sort((a, b) =>
              a.kept.customer_id < b.kept.customer_id ? -1 : 1,
            );
          expect(sorted(shuffled)).toEqual(sorted(all));
        },
      ),
    );
  });

  it("all who share a telling number or an address are together", () => {
    fc.assert(
      fc.property(customers, (all) => {
        const left = afterMerging(all);
        const phones = left
          .map((one) => one.customer_phone ?? "")
          .filter((phone) => phone.startsWith("555111"));
        const emails = left.flatMap(
          (one) => one.customer_email?.toLowerCase() ?? [],
        );
        expect(new Set(phones).size).toBe(phones.length);
        expect(new Set(emails).size).toBe(emails.length);
      }),
    );
  });

  it("five thousand with one number between them are one, and soon", () => {
    const all = Array.from({ length: 5_000 }, (_, at) =>
      withPhone(`Customer ${at}`, "5551234567"),
    );
    const [group, ...others] = findDuplicates(all);
    expect(group?.duplicates).toHaveLength(4_999);
    expect(others).toEqual([]);
  });
});
