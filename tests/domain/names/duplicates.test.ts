import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completionOf,
  findDuplicates,
  findSharedContacts,
  type ComparedCustomer,
} from "@domain/names/duplicates";

let made = 0;

function aCustomer(customer_name: string, rest: Partial<ComparedCustomer> = {}): ComparedCustomer {
  made += 1;
  return {
    customer_id: `C-${1000 + made}`,
    _creationTime: made,
    customer_name,
    ...rest,
  };
}

const withPhone = (name: string, customer_phone: string) => aCustomer(name, { customer_phone });
const withEmail = (name: string, customer_email: string) => aCustomer(name, { customer_email });

/** The groups as their names, the kept one first. */
function namesOf(customers: ComparedCustomer[]): string[][] {
  return findDuplicates(customers).map(({ kept, duplicates }) =>
    [kept, ...duplicates].map((customer) => customer.customer_name),
  );
}

/** Counts how often the name is read. */
function counting(customer: ComparedCustomer, count: () => void) {
  return {
    ...customer,
    get customer_name() {
      count();
      return customer.customer_name;
    },
  };
}

it("reads the names only of customers who share a contact", () => {
  let read = 0;
  const customers = Array.from({ length: 1_000 }, (_, at) =>
    counting(withPhone("Ann Field", String(6_145_550_000 + at)), () => {
      read += 1;
    }),
  );
  const twin = counting(withPhone("Ann Field", "6145550007"), () => {
    read += 1;
  });
  expect(findDuplicates([...customers, twin])).toHaveLength(1);
  // Both when they are compared, and both when it is decided which one is kept.
  expect(read).toBeLessThanOrEqual(2 + 2 * 2);
  read = 0;
  expect(findSharedContacts([...customers, twin])).toHaveLength(1);
  expect(read).toBe(2);
});

describe("duplicates", () => {
  const PHONE = "5551234567";

  it("duplicates share a phone number under one name", () => {
    expect(
      namesOf([
        withPhone("Bob Smith", PHONE),
        withPhone("smith, b.", PHONE),
        withPhone("Ann Field", "5551234568"),
      ]),
    ).toEqual([["Bob Smith", "smith, b."]]);
  });

  it("duplicates share an e-mail address under one name, in any case", () => {
    expect(
      namesOf([
        withEmail("Bob", "Bob@Example.com"),
        withEmail("Ann", "ann@example.com"),
        withEmail("bob", " bob@example.com"),
      ]),
    ).toEqual([["Bob", "bob"]]);
  });

  it("the people of one household and the clients of one manager are no duplicates", () => {
    expect(
      namesOf([
        withPhone("Ann Field", PHONE),
        withPhone("Bob Field", PHONE),
        withPhone("Oakwood HOA", PHONE),
      ]),
    ).toEqual([]);
  });

  it("people of one name who share no contact are no duplicates", () => {
    expect(
      namesOf([
        withPhone("John Smith", PHONE),
        withPhone("John Smith", "5551234568"),
        aCustomer("John Smith"),
      ]),
    ).toEqual([]);
  });

  it("duplicates include a customer without a name if both phone and e-mail agree", () => {
    const email = { customer_email: "bob@example.com" };
    const both = { ...email, customer_phone: PHONE };
    expect(namesOf([aCustomer("Bob", both), aCustomer("-", both)])).toEqual([["Bob", "-"]]);
    expect(namesOf([aCustomer("Bob", email), aCustomer("", email)])).toEqual([["Bob", ""]]);
    expect(namesOf([aCustomer("Bob", both), aCustomer("", email)])).toEqual([]);
    expect(namesOf([aCustomer("Bob"), aCustomer("")])).toEqual([]);
  });

  it("duplicates agree pairwise, or none of them is merged", () => {
    expect(
      namesOf([
        withPhone("John Smith", PHONE),
        withPhone("J. Smith", PHONE),
        withPhone("Jane Smith", PHONE),
      ]),
    ).toEqual([]);
    expect(
      namesOf([
        withPhone("John Smith", PHONE),
        aCustomer("John Smith", {
          customer_phone: PHONE,
          customer_email: "john@example.com",
        }),
        withEmail("John Smith", "john@example.com"),
      ]),
    ).toEqual([]);
  });

  it.each(["", "555", "0000000000", "5555555555", "1234567890"])(
    "customers who share the number %j, which is no whole number, are no duplicates",
    (phone) => {
      expect(namesOf([withPhone("A", phone), withPhone("A", phone)])).toEqual([]);
    },
  );

  it.each([
    [100, 1],
    [101, 0],
  ])(
    "duplicates are found among %i names of one number: %i group, as more belong to an office",
    (names, groups) => {
      const others = Array.from({ length: names - 1 }, (_, at) => withPhone(`C. ${at}`, PHONE));
      const pair = ["Bob Smith", "B. Smith"].map((name) => withPhone(name, PHONE));
      expect(findDuplicates([...others.slice(1), ...pair])).toHaveLength(groups);
    },
  );

  it("a merge keeps the duplicate with the most fields", () => {
    const rough = withPhone("B. Smith", PHONE);
    const full = aCustomer("Bob Smith", {
      customer_phone: PHONE,
      customer_email: "bob@example.com",
    });
    expect(findDuplicates([rough, full])).toEqual([{ kept: full, duplicates: [rough] }]);
  });

  it("a merge keeps the duplicate whose name is spelled out, then the oldest", () => {
    const initial = withPhone("B. Smith", PHONE);
    const oldest = withPhone("Bob Smith", PHONE);
    const newest = withPhone("Smith, Bob", PHONE);
    expect(findDuplicates([newest, initial, oldest])).toEqual([
      { kept: oldest, duplicates: [newest, initial] },
    ]);
  });
});

describe("shared contacts", () => {
  it("shared contacts list who shares a phone number or an e-mail address, each set once", () => {
    const both = {
      customer_phone: "5551234567",
      customer_email: "fields@example.com",
    };
    const ann = aCustomer("Ann Field", both);
    const bob = aCustomer("Bob Field", both);
    const cy = withPhone("Cy", "5551234568");
    const di = withPhone("Di", "5551234568");
    const eve = withPhone("Eve", "0000000000");
    const fay = withPhone("Fay", "0000000000");
    expect(findSharedContacts([di, bob, ann, cy, eve, fay])).toEqual([
      [cy, di],
      [ann, bob],
    ]);
  });

  it("shared contacts list each set of one customer, the oldest of each first", () => {
    const [office, home] = ["5551234567", "ann@example.com"];
    const ann = aCustomer("Ann", {
      customer_phone: office,
      customer_email: home,
    });
    const bob = withPhone("Bob", office);
    const cy = withEmail("Cy", home);
    expect(findSharedContacts([cy, bob, ann])).toEqual([
      [ann, cy],
      [ann, bob],
    ]);
  });

  it("shared contacts are not a phone number and an e-mail address of the same text", () => {
    const number = "5551234567";
    const customers = [withPhone("Ann", number), withEmail("Bob", number)];
    expect(findSharedContacts(customers)).toEqual([]);
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
      expect(completionOf(withPhone("Bob", poor), withPhone("Bob", "5551234567"))).toEqual({
        customer_phone: "5551234567",
      });
    expect(completionOf(withPhone("Bob", "5551234567"), withPhone("Bob", "555"))).toEqual({});
    expect(completionOf(aCustomer("Bob"), withPhone("Bob", "555"))).toEqual({
      customer_phone: "555",
    });
  });
});

describe("whatever the customers", () => {
  const someone = fc.record(
    {
      customer_name: fc.constantFrom("Ann Li", "li ann", "A Li", "Abe Li", "?"),
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
      groups.map(({ kept, duplicates }) => [
        kept,
        duplicates.reduce((one, duplicate) => ({ ...one, ...completionOf(one, duplicate) }), kept),
      ]),
    );
    return all.filter((one) => !removed.has(one)).map((one) => merged.get(one) ?? one);
  };

  it("groups do not overlap, and their members agree pairwise on a name or on both contacts", () => {
    fc.assert(
      fc.property(customers, (all) => {
        const groups = findDuplicates(all).map(({ kept, duplicates }) => [kept, ...duplicates]);
        const members = groups.flat();
        expect(new Set(members).size).toBe(members.length);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(1);
          for (const one of group)
            for (const other of group)
              if (one !== other) expect(findDuplicates([one, other])).toHaveLength(1);
        }
      }),
    );
  });

  it("one merge is enough: the merged customers have no duplicates among them", () => {
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
            findDuplicates(list).sort((a, b) => (a.kept.customer_id < b.kept.customer_id ? -1 : 1));
          expect(sorted(shuffled)).toEqual(sorted(all));
        },
      ),
    );
  });

  it.each([
    ["one name", () => "Ann Field", 1],
    ["as many names", (at: number) => `C. ${at}`, 0],
  ])("five thousand customers with one number and %s are compared", (_, nameOf, expected) => {
    const all = Array.from({ length: 5_000 }, (_, at) => withPhone(nameOf(at), "5551234567"));
    expect(findDuplicates(all)).toHaveLength(expected);
  });
});
