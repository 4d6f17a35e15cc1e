import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../index.html"), "utf8");

// Spec 1.5
it("the page's title is the product's name", () => {
  expect(page).toContain("<title>Downspout</title>");
});

// Spec 1.6
it("the page describes itself as a web application", () => {
  expect(page).toMatch(/<meta\s+name="description"\s+content="Downspout is a web application\b/);
});

interface Manifest {
  readonly start_url: string;
  readonly display: string;
  readonly theme_color: string;
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose?: string;
  }[];
}

describe("the web manifest", () => {
  const inPublic = (path: string) => readFileSync(join(import.meta.dirname, "../public", path));
  const manifest = JSON.parse(inPublic("manifest.webmanifest").toString()) as Manifest;
  /** From the header of a PNG file. */
  const pngSize = (path: string) => {
    const bytes = inPublic(path);
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  };

  it("starts the dashboard in a window of its own", () => {
    expect(manifest).toMatchObject({
      start_url: "/dashboard",
      display: "standalone",
    });
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"');
    expect(page).toContain(`content="${manifest.theme_color}"`);
  });

  it("names icons of the sizes that phones need, which exist", () => {
    const pngs = manifest.icons.filter(({ type }) => type === "image/png");
    expect(pngs.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    expect(pngs.map(({ src }) => pngSize(src))).toEqual(pngs.map(({ sizes }) => sizes));
    const [, touch = ""] = /rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
    expect(pngSize(touch)).toBe("180x180");
  });
});
