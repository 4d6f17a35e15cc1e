import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { expect, it } from "vitest";
import { hostedFiles, originsOf } from "../../scripts/hostedFiles";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const keyOf = (host: string) => `pk_live_${Buffer.from(`${host}$`).toString("base64")}`;

const CLOUD = {
  VITE_CONVEX_URL: "https://happy-animal-123.eu-west-1.convex.cloud",
  VITE_CLERK_PUBLISHABLE_KEY: keyOf("clerk.example.com"),
};

it("derives the origins from the key and the address on Convex's cloud", async () => {
  expect(await originsOf(CLOUD)).toEqual({
    clerk: "https://clerk.example.com",
    convex: ["https://happy-animal-123.eu-west-1.convex.cloud"],
    convexSites: ["https://happy-animal-123.eu-west-1.convex.site"],
  });
});

it("takes the address of the HTTP actions of another deployment from its setting, and refuses to build without", async () => {
  const own = { ...CLOUD, VITE_CONVEX_URL: "https://convex.example.com/" };
  await expect(originsOf(own)).rejects.toThrow("VITE_CONVEX_SITE_URL is needed");
  const site = "https://convex-site.example.com/";
  expect(await originsOf({ ...own, VITE_CONVEX_SITE_URL: site })).toMatchObject({
    convex: ["https://convex.example.com"],
    convexSites: ["https://convex-site.example.com"],
  });
});

it("allows every deployment in the policy, and needs the HTTP actions of each", async () => {
  const cells = {
    ...CLOUD,
    VITE_CONVEX_CELLS: "https://two.convex.cloud, https://convex.example.com",
  };
  await expect(originsOf(cells)).rejects.toThrow("Each deployment needs one.");
  expect(
    await originsOf({
      ...cells,
      VITE_CONVEX_SITE_URL: "https://convex-site.example.com",
    }),
  ).toMatchObject({
    convex: [
      "https://happy-animal-123.eu-west-1.convex.cloud",
      "https://two.convex.cloud",
      "https://convex.example.com",
    ],
    convexSites: [
      "https://happy-animal-123.eu-west-1.convex.site",
      "https://two.convex.site",
      "https://convex-site.example.com",
    ],
  });
});

it("refuses a truncated publishable key", async () => {
  const cut = { ...CLOUD, VITE_CLERK_PUBLISHABLE_KEY: "pk_live_Y2x" };
  await expect(originsOf(cut)).rejects.toThrow("Copy all of it");
});

it("writes the files of static hosts, with the page's inline scripts in the policy", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "index.html"), "<!doctype html><script>document.title = '';</script>");
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    build: { write: false },
    plugins: [hostedFiles(CLOUD)],
  });
  const files = new Map(
    [built]
      .flat()
      .flatMap((one) => ("output" in one ? one.output : []))
      .map((file) => [file.fileName, "source" in file ? file.source : ""]),
  );
  const headers = String(files.get("_headers"));
  const [policy = ""] = /^ {2}Content-Security-Policy: .*$/m.exec(headers) ?? [];
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/clerk\.example\.com /);
  expect(policy).toContain(" wss://happy-animal-123.eu-west-1.convex.cloud ");
  expect(policy).toContain("https://happy-animal-123.eu-west-1.convex.site ");
  expect(headers).toMatch(/^\/\*\n( {2}.*\n)+\/assets\/\*\n {2}Cache-Control: .*immutable\n$/);
  expect(files.get("_redirects")).toBe("/* /index.html 200\n");
  const vercel = String(files.get("vercel.json"));
  expect(JSON.parse(vercel)).toMatchObject({
    headers: [{ source: "/(.*)" }, { source: "/assets/(.*)" }],
  });
  expect(vercel).toContain('"key": "X-Frame-Options"');
  expect(vercel).toContain('"key": "X-Robots-Tag"');
});
