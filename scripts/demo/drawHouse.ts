/** Draws the houses of the demo's photos as SVG. All lengths are in pixels. */
import { seededRandom, type Random } from "../../domain/text/random";
import { HOUSES, type House, type Light } from "./houses";

export const PHOTO_WIDTH = 960;
export const PHOTO_HEIGHT = 720;

/** The height of the lawn's upper edge. */
const GROUND = 560;

const SKIES: Readonly<Record<Light, readonly [top: string, bottom: string]>> = {
  noon: ["#5b9bd8", "#d5e9f6"],
  evening: ["#4d6fa6", "#f6c99a"],
  overcast: ["#93a1ad", "#dde3e6"],
};

interface Frame {
  readonly left: number;
  readonly right: number;
  /** The height of the eave, where the gutter hangs. */
  readonly eave: number;
  readonly ridge: number;
}

export function drawHouse(drawn: House): string {
  const seed = HOUSES.indexOf(drawn) * 7_919 + 17;
  const random = seededRandom(seed);
  const frame = {
    left: drawn.garage ? 150 : 230,
    right: drawn.garage ? 640 : 730,
    eave: drawn.stories === 2 ? 268 : 385,
    ridge: drawn.stories === 2 ? 130 : 255,
  };
  const [top, bottom] = SKIES[drawn.light];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_WIDTH}" height="${PHOTO_HEIGHT}" viewBox="0 0 ${PHOTO_WIDTH} ${PHOTO_HEIGHT}">
${definitions(drawn, top, bottom)}
<rect width="960" height="720" fill="url(#sky)"/>
${clouds(random, drawn.light)}
${treeLine(random)}
<rect y="${GROUND}" width="960" height="160" fill="url(#lawn)"/>
<path d="M${frame.right - 190} ${GROUND}h70l60 160h-170z" fill="#b9b3a8"/>
${drawn.garage ? garage(drawn, frame) : ""}
${mainHouse(drawn, frame)}
${tree(drawn.garage ? 70 : 880, random)}
${tree(drawn.garage ? 915 : 110, random)}
${shrubs(random, frame)}
<rect width="960" height="720" fill="url(#shade)"/>
</svg>`;
}

function definitions({ wall, wallColor, roofColor }: House, top: string, bottom: string): string {
  const patterns = {
    siding: `<pattern id="wall" width="40" height="13" patternUnits="userSpaceOnUse"><rect width="40" height="13" fill="${wallColor}"/><rect y="11" width="40" height="2" fill="#000" opacity=".16"/></pattern>`,
    brick: `<pattern id="wall" width="34" height="20" patternUnits="userSpaceOnUse"><rect width="34" height="20" fill="#c9bcae"/><rect x="1" y="1" width="32" height="8" fill="${wallColor}"/><rect x="-16" y="11" width="32" height="8" fill="${wallColor}"/><rect x="18" y="11" width="32" height="8" fill="${wallColor}"/></pattern>`,
    stucco: `<pattern id="wall" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="${wallColor}"/><circle cx="3" cy="4" r="1" fill="#000" opacity=".06"/></pattern>`,
  };
  return `<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".8" stop-color="${bottom}"/></linearGradient>
<linearGradient id="lawn" x2="0" y2="1"><stop stop-color="#6f9a4d"/><stop offset="1" stop-color="#3f6a33"/></linearGradient>
<linearGradient id="shade" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".08"/><stop offset="1" stop-color="#000" stop-opacity=".18"/></linearGradient>
<linearGradient id="glass" x2="1" y2="1"><stop stop-color="#3a4c5e"/><stop offset=".5" stop-color="#8fa9bd"/><stop offset="1" stop-color="#33434f"/></linearGradient>
<pattern id="roof" width="30" height="18" patternUnits="userSpaceOnUse"><rect width="30" height="18" fill="${roofColor}"/><path d="M0 17h30M10 9v8M25 0v9M0 8.5h30" stroke="#000" stroke-opacity=".22" stroke-width="1.6"/></pattern>
${patterns[wall]}
</defs>`;
}

function mainHouse(drawn: House, frame: Frame): string {
  const { left, right, eave, ridge } = frame;
  const overhang = 26;
  const roof =
    drawn.roof === "hip"
      ? `M${left - overhang} ${eave}L${left + 95} ${ridge}H${right - 95}L${right + overhang} ${eave}z`
      : `M${left - overhang} ${eave}L${left + 10} ${ridge}H${right - 10}L${right + overhang} ${eave}z`;
  const rows = drawn.stories === 2 ? [eave + 44, eave + 178] : [eave + 48];
  const doorX = right - 178;
  const windows = rows.flatMap((y, row) =>
    [left + 42, left + 172, right - 172, right - 118]
      .filter((_, at) => at < 2 || (at === 2) === (row === 0))
      .filter((x) => row === 0 || Math.abs(x - doorX) > 70)
      .filter((x) => drawn.stories === 2 || x < doorX - 40)
      .map((x) => pane(x, y)),
  );
  return `<rect x="${left}" y="${eave}" width="${right - left}" height="${GROUND - eave + 6}" fill="url(#wall)"/>
<rect x="${left}" y="${GROUND - 14}" width="${right - left}" height="22" fill="#8b867d"/>
<rect x="${left}" y="${eave}" width="${right - left}" height="34" fill="#000" opacity=".16"/>
${chimney(frame)}
<path d="${roof}" fill="url(#roof)"/>
${windows.join("\n")}
${door(doorX, drawn.doorColor)}
${gutter(drawn, { left: left - overhang, right: right + overhang, eave })}
${downspout(drawn.gutterColor, left + 8, eave)}
${downspout(drawn.gutterColor, right - 22, eave)}`;
}

function chimney({ left, ridge }: Frame): string {
  return `<rect x="${left + 120}" y="${ridge - 42}" width="44" height="90" fill="#7c4a3c"/><rect x="${left + 114}" y="${ridge - 48}" width="56" height="12" fill="#5f382d"/>`;
}

/** A K-style gutter with its fascia and its shadow. */
function gutter({ gutterColor }: House, { left, right, eave }: Omit<Frame, "ridge">): string {
  const width = right - left;
  return `<rect x="${left + 6}" y="${eave - 4}" width="${width - 12}" height="22" fill="#d9d4c8"/>
<path d="M${left} ${eave - 8}h${width}l-5 10v12h${10 - width}v-12z" fill="${gutterColor}" stroke="#000" stroke-opacity=".35" stroke-width="1.5"/>
<rect x="${left + 2}" y="${eave - 7}" width="${width - 4}" height="3" fill="#fff" opacity=".45"/>`;
}

function downspout(color: string, x: number, eave: number): string {
  return `<path d="M${x - 6} ${eave + 12}l12 26V${GROUND - 16}l-14 12h-12l12-18V${eave + 44}l-12-32z" transform="translate(4 0)" fill="${color}" stroke="#000" stroke-opacity=".35" stroke-width="1.5"/>`;
}

function pane(x: number, y: number): string {
  return `<g transform="translate(${x} ${y})"><rect x="-20" y="-3" width="14" height="92" fill="#2c3a40" opacity=".75"/><rect x="76" y="-3" width="14" height="92" fill="#2c3a40" opacity=".75"/>
<rect x="-6" y="-6" width="82" height="98" fill="#f4f2ec"/><rect width="70" height="86" fill="url(#glass)"/><path d="M35 0v86M0 43h70" stroke="#f4f2ec" stroke-width="5"/><rect x="-10" y="90" width="90" height="8" fill="#e6e2d8"/></g>`;
}

function door(x: number, color: string): string {
  const y = GROUND - 138;
  return `<g transform="translate(${x} ${y})"><rect x="-14" y="-14" width="98" height="152" fill="#f4f2ec"/><rect width="70" height="138" fill="${color}"/>
<path d="M10 12h22v44H10zM38 12h22v44H38zM10 72h22v52H10zM38 72h22v52H38z" fill="#000" opacity=".16"/><circle cx="61" cy="72" r="4" fill="#d9b24c"/><rect x="-28" y="134" width="126" height="14" fill="#a49d92"/></g>`;
}

function garage(drawn: House, { right }: Frame): string {
  const [left, eave, end] = [right - 6, 402, right + 236];
  return `<rect x="${left}" y="${eave}" width="${end - left}" height="${GROUND - eave + 6}" fill="url(#wall)"/>
<path d="M${left - 8} ${eave}L${left + 40} 318H${end - 40}L${end + 24} ${eave}z" fill="url(#roof)"/>
<rect x="${left + 34}" y="446" width="170" height="120" fill="#f1efe8"/><path d="M${left + 34} 476h170M${left + 34} 506h170M${left + 34} 536h170" stroke="#000" stroke-opacity=".2" stroke-width="3"/>
<path d="M${left + 34} 566h170l60 154H${left - 30}z" fill="#a8a296"/>
${gutter(drawn, { left, right: end + 24, eave })}
${downspout(drawn.gutterColor, end - 10, eave)}`;
}

function clouds(random: Random, light: Light): string {
  const opacity = light === "overcast" ? 0.55 : 0.75;
  return [0, 1, 2]
    .map((at) => {
      const x = 80 + at * 320 + random() * 120;
      const y = 50 + random() * 90;
      return `<g fill="#fff" opacity="${opacity}"><ellipse cx="${x}" cy="${y}" rx="88" ry="20"/><ellipse cx="${x + 34}" cy="${y - 14}" rx="46" ry="22"/></g>`;
    })
    .join("");
}

function treeLine(random: Random): string {
  return Array.from({ length: 16 }, (_, at) => {
    const radius = 52 + random() * 44;
    return `<circle cx="${at * 66}" cy="${GROUND - 24}" r="${radius}" fill="#3f6040" opacity=".85"/>`;
  }).join("");
}

function tree(x: number, random: Random): string {
  const crowns = Array.from({ length: 7 }, () => {
    const dx = (random() - 0.5) * 130;
    const dy = (random() - 0.5) * 150;
    return `<circle cx="${x + dx}" cy="${330 + dy}" r="${54 + random() * 26}" fill="${random() < 0.5 ? "#4c7a3f" : "#5d8d49"}"/>`;
  });
  return `<path d="M${x - 12} 590l6-220h14l8 220z" fill="#5a4333"/>${crowns.join("")}`;
}

function shrubs(random: Random, { left, right }: Frame): string {
  return Array.from({ length: 7 }, (_, at) => {
    const x = left + 30 + at * 36;
    return x > right - 220
      ? ""
      : `<ellipse cx="${x}" cy="${GROUND - 2}" rx="28" ry="${22 + random() * 10}" fill="${at % 2 === 0 ? "#3d6b3a" : "#4d7d42"}"/>`;
  }).join("");
}
