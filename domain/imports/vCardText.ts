/** The properties of a vCard file: its lines, encodings and escapes, but not their meaning. */

export interface Property {
  readonly name: string;
  /** "item1" of "item1.TEL", which has its label in "item1.X-ABLabel". */
  readonly group: string;
  /** In capitals: "TYPE=HOME", or just "HOME" in vCard 2.1. */
  readonly parameters: readonly string[];
  /** The value as written, without quoted-printable encoding. */
  readonly value: string;
}

/** Properties that describe the file, another property or the display, or that may have megabytes. */
const UNREAD =
  /^(?:VERSION|PRODID|REV|CLASS|SOURCE|KIND|PROFILE|SORT-STRING|PHOTO|LOGO|SOUND|KEY|X-ABADR|X-MS-CARDPICTURE|X-MS-OL-DESIGN|X-ABSHOWAS|X-ABUID|X-IMAGE\w+|X-PHONETIC.*)$/;

/** The characters of a line in which its name and parameters end, if it is a property. */
const MAX_HEAD = 1_000;

/** A card without END ends where the next one begins. */
export function cardsOf(text: string): Property[][] {
  const cards: Property[][] = [];
  let isOpen = false;
  for (const line of unfolded(text)) {
    if (/^begin:vcard\s*$/i.test(line)) {
      cards.push([]);
      isOpen = true;
    } else if (/^end:vcard\s*$/i.test(line)) isOpen = false;
    else if (isOpen) {
      const property = propertyOf(line);
      if (property !== null) cards.at(-1)?.push(property);
    }
  }
  return cards;
}

/** A line that begins with a space continues the one before; quoted-printable text continues after its "=". */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let parts: string[] = [];
  /** Null until the head of the property has ended. */
  let isQuoted: boolean | null = null;
  let continues = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isFolded: boolean = !continues && /^[ \t]/.test(line);
    if (!continues && !isFolded) {
      lines.push(parts.join(""));
      parts = [];
      isQuoted = null;
    }
    const part: string = isFolded ? line.slice(1) : line;
    if (isQuoted === null && part.includes(":"))
      isQuoted = isQuotedPrintable([...parts, part].join(""));
    continues = isQuoted === true && part.endsWith("=");
    parts.push(continues ? part.slice(0, -1) : part);
  }
  return [...lines, parts.join("")];
}

function isQuotedPrintable(line: string): boolean {
  const start = line.slice(0, MAX_HEAD);
  return /^[^:]*;(?:encoding=)?quoted-printable[;:]/i.test(start);
}

/** Null for a line that is not a property, and for a property that is not read. */
function propertyOf(line: string): Property | null {
  const start = line.slice(0, MAX_HEAD);
  const [, head = ""] = /^((?:"[^"]*"|[^":])+):/.exec(start) ?? [];
  const [name = "", ...parameters] = head.toUpperCase().split(";");
  const plainName = name.replace(/^.*\./, "");
  const isFile = parameters.some((one) => /^(?:ENCODING=)?B(?:ASE64)?$/.test(one));
  if (plainName === "" || isFile || UNREAD.test(plainName)) return null;
  const value = line.slice(head.length + 1);
  return {
    name: plainName,
    group: name.slice(0, name.lastIndexOf(".") + 1),
    parameters,
    value: isQuotedPrintable(line) ? decodeQuotedPrintable(value) : value,
  };
}

/** UTF-8, else the bytes as Latin-1. */
function decodeQuotedPrintable(text: string): string {
  const escaped = text.replaceAll("%", "%25").replace(/=([\da-f]{2})/gi, "%$1");
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

/** The parts of a value between semicolons. */
export function partsOf(value: string): string[] {
  // A backslash at the end stands for itself, so that the expression never backtracks.
  return (value.match(/(?:\\.|[^;])*(?:;|$)/gs) ?? []).map((part) => plain(part.replace(/;$/, "")));
}

export function plain(text: string): string {
  return text
    .replace(/\\([nN;,\\:])/g, (_, mark: string) => (mark.toLowerCase() === "n" ? "\n" : mark))
    .trim();
}
