import { expect, test } from "vitest";
import { MAX_IN_FLIGHT, People, Share } from "../../src/sync/people";

function connectionsOf(people: People, key: string | null, count: number) {
  return Array.from({ length: count }, () => {
    const share = new Share(people);
    if (key !== null) share.setPerson(key);
    return share;
  });
}

test("the connections of a person share its calls in flight", () => {
  const people = new People();
  const [one, two] = connectionsOf(people, "ada", 2);
  const [other] = connectionsOf(people, "bob", 1);
  one!.set("inFlight", MAX_IN_FLIGHT - 1);
  expect(two!.person.isFull).toBe(false);
  two!.set("inFlight", 1);
  expect(one!.person.isFull).toBe(true);
  expect(other!.person.isFull).toBe(false);
  // Each is read again once there is room, in the order in which they began to wait.
  const read: string[] = [];
  for (const [name, share] of Object.entries({ one, two })) {
    share!.person.waiting.add(() => {
      read.push(name);
      share!.set("inFlight", share!.inFlight + 1);
    });
  }
  one!.set("inFlight", MAX_IN_FLIGHT - 2);
  one!.person.resume();
  expect(read).toEqual(["one"]);
});

test("clients that are not signed in share nothing", () => {
  const [one, two] = connectionsOf(new People(), null, 2);
  one!.set("inFlight", MAX_IN_FLIGHT);
  expect(two!.person.isFull).toBe(false);
});

test("a connection takes its part along when it signs in, out or ends", () => {
  const people = new People();
  const [one, two] = connectionsOf(people, "ada", 2);
  one!.set("inFlight", 60);
  two!.set("inFlight", 60);
  const { person } = one!;
  expect(person.isFull).toBe(true);
  two!.setPerson("bob");
  expect(person.inFlight).toBe(60);
  expect(two!.person.inFlight).toBe(60);
  one!.setPerson(null);
  expect(person.inFlight).toBe(0);
});

test("the connections of a person share its subscriptions", () => {
  const people = new People();
  const [one, two] = connectionsOf(people, "ada", 2);
  const [other] = connectionsOf(people, "bob", 1);
  one!.set("queries", 9_000);
  expect(one!.maxQueries).toBe(10_000);
  expect(two!.maxQueries).toBe(1_000);
  expect(other!.maxQueries).toBe(10_000);
});

test("the connections of a person share the bytes of results that wait to be sent", () => {
  const people = new People();
  const [one, two] = connectionsOf(people, "ada", 2);
  one!.set("unsentBytes", 32 * 1024 * 1024);
  expect(two!.person.hasUnsentResults).toBe(true);
  one!.set("unsentBytes", 0);
  expect(two!.person.hasUnsentResults).toBe(false);
});

test("calls in flight count for their person until they end, also after their connection", () => {
  const people = new People();
  const [one, two] = connectionsOf(people, "ada", 2);
  one!.set("inFlight", MAX_IN_FLIGHT);
  one!.set("queries", 9_000);
  one!.set("unsentBytes", 32 * 1024 * 1024);
  one!.close();
  const { person } = two!;
  expect(person.isFull).toBe(true);
  expect(person.queries).toBe(0);
  // The last write of a connection reports its bytes after the end.
  one!.set("unsentBytes", 32 * 1024 * 1024);
  expect(person.hasUnsentResults).toBe(false);
  let reads = 0;
  person.waiting.add(() => (reads += 1));
  one!.set("inFlight", 0);
  expect(person.isFull).toBe(false);
  expect(reads).toBe(1);
  expect(person.connections).toBe(1);
});
