import { describe, expect, it } from "vitest";
import { MAX_JSON_NESTING, parseUntrustedJson } from "../../src/protocol/untrustedJson";

const parse = (text: string) => parseUntrustedJson(Buffer.from(text));
const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const fields = (count: number, value: unknown = 1) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, value])));
const items = (count: number, value: unknown = 1) =>
  JSON.stringify(Array<unknown>(count).fill(value));

describe("parseUntrustedJson", () => {
  it("counts the nesting of arrays and objects, the outermost included", () => {
    for (const nested of [arrays, objects]) {
      expect(parse(nested(MAX_JSON_NESTING))).toBeTruthy();
      expect(() => parse(nested(MAX_JSON_NESTING + 1))).toThrow("nests deeper than 128 levels.");
    }
    expect(() => parse(`[1,{"a":"b","c":${arrays(500)}}]`)).toThrow("nests");
    expect(() => parse(arrays(1_000_000))).toThrow("nests");
  });

  it("counts fields and items by object and array in large texts", () => {
    const long = "x".repeat(100);
    for (const [ok, refused] of [
      [fields(1024, long), fields(1025, long)],
      [items(8192, long), items(8193, long)],
    ] as const) {
      for (const [wrap, end] of [
        ["", ""],
        ["[[1,2],", "]"],
        ['{"a":{"b":[]},"c":', "}"],
      ] as const) {
        expect(parse(wrap + ok + end)).toEqual(JSON.parse(wrap + ok + end));
        expect(() => parse(wrap + refused + end)).toThrow(
          "has an object of more than 1024 fields or an array of more than 8192 items.",
        );
      }
    }
  });

  it("counts all values of a large text, if they are limited", () => {
    const long = "x".repeat(100);
    const text = JSON.stringify(Array.from({ length: 100 }, () => Array<string>(99).fill(long)));
    expect(parseUntrustedJson(Buffer.from(text), 10_000)).toEqual(JSON.parse(text));
    expect(() => parseUntrustedJson(Buffer.from(text), 9_990)).toThrow(
      "has more than 9990 values.",
    );
  });

  it("leaves the number of fields in small texts to the function call", () => {
    expect(parse(fields(2000))).toEqual(JSON.parse(fields(2000)));
  });

  it("ignores brackets, commas and escaped quotes in strings", () => {
    for (const text of ['"', "\\", ",", "[{", '\\",', "ü☂"]) {
      const value = { [text]: text.repeat(20_000), plain: [text] };
      expect(parse(JSON.stringify(value))).toEqual(value);
    }
  });

  it.each(["", "{", '"', '"\\', "}", "]]", "1,2", "[1,", "\ufeff1"])(
    "rejects %j, which is not JSON",
    (text) => {
      expect(() => parse(text)).toThrow("is not JSON.");
    },
  );
});
