/**
 * No text costs work that grows faster than its length: in a file, in what is pasted, and in what is typed. The readers
 * are the functions of `domain` that take a text, read from their sources, and those that read a whole file. A function
 * that is neither called here nor named as one for the program's own texts fails. The regular expressions are those of
 * the whole product, page and server, each with texts made of its own parts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import ts from "typescript";
import { expect, it } from "vitest";
import { CATALOGUE_COLORS, CATALOGUE_ITEMS } from "@domain/estimate/catalogue";
import { gutterResult } from "@domain/stock/calculator";
import { crewsOfChange } from "@domain/changes/setCrew";
import { crewsMeant } from "@domain/job/crewSearch";
import { crewName, isOfCrew, knownCrew, mayCollide, storedCrew } from "@domain/job/crews";
import { ofCrewOn } from "@domain/job/crewVisits";
import { csvRow } from "@domain/files/csv";
import { dateEvidence, readFileDate, readFileTime } from "@domain/imports/dates";
import { importFieldsOf } from "@domain/imports/fields";
import { wholeName } from "@domain/imports/people";
import { fieldsByTitle, rankOfTitle } from "@domain/imports/titles";
import { withLeftovers } from "@domain/imports/leftoverNotes";
import { normalizeTable } from "@domain/imports/normalize";
import { rowsOfChunk } from "@domain/imports/rowInput";
import { partsBetween } from "@domain/imports/rowReader";
import type { ImportKind } from "@domain/imports/rows";
import { statusOf } from "@domain/imports/statuses";
import { tableOf } from "@domain/imports/table";
import { sanitizeFileName } from "@domain/files/images";
import { textRefusal, TYPED_TEXTS } from "@domain/calls/inputLimits";
import { lineChoices } from "@domain/materials/choices";
import { readTypedLine } from "@domain/materials/typedLine";
import { checkInput, type Rules } from "@domain/calls/inputRules";
import { matchesColor, matchesItem, suggestColors } from "@domain/stock/inventory";
import { readJobLine, withPrice } from "@domain/job/jobLine";
import { instantOf, windowAt } from "@domain/imports/visitTimes";
import { takeCrew } from "@domain/job/lineCrews";
import { LineText } from "@domain/job/lineText";
import { customerOfLine } from "@domain/job/lineBooking";
import { beginsName, isTown } from "@domain/job/lineWords";
import { fillTemplate, withMinutes } from "@domain/job/messages";
import { fillEmptyFields } from "@domain/customer/pastedContact";
import { namesAgree } from "@domain/names/personNames";
import {
  holdsWords,
  notesHold,
  searchRank,
  searchReadings,
  searchWords,
} from "@domain/names/search";
import { customerWordRows, jobWordRows } from "@domain/names/namePairs";
import { compareName, parseNameWord } from "@domain/names/similarNames";
import { compareNames, matchOption } from "@domain/text/text";
import { readClock } from "@domain/dates/typedClock";
import { monthDates, withoutTime } from "@domain/dates/typedDates";
import { readDates, readDays } from "@domain/dates/typedDays";
import { readTypedClock, readTypedDates, readTypedMinute } from "@domain/job/typedTimes";
import { readSpan, readTypedVisits } from "@domain/job/typedSpans";
import { visitEndLine, withoutVisitEnd } from "@domain/job/visitTimes";
import { parseTyped } from "../convex/model/jobs/typedSearch";
import { TableSession } from "../src/features/imports/importSession";
import { COLORS, OFFERS } from "./support/offeredItems";
import { HOSTILE_PARTS } from "./support/hostileText";
import { growsFaster, pumped, type Pumped, type Reader } from "./support/textGrowth";

const ROOT = resolve(import.meta.dirname, "..");
const NOW = new Date(2026, 5, 17, 12).getTime();
const CONTEXT = { now: NOW, shownDay: "2026-06-17" };
const STARTED = { type: "install", at: NOW, office: {} } as const;
const DAY = withoutTime("2026-06-17");
const NO_FIELDS = {
  customer_name: "",
  customer_phone: "",
  customer_email: "",
  job_address: "",
  job_city: "",
  job_notes: "",
};

/** Functions with more than a text. Those with one text alone are called as they are. */
const CREWS = [{ key: "crew 1", name: "Crew 1" }];
const named = (text: string) => ({
  texts: [text],
  customerId: "",
  phone: undefined,
});
const SOLD = { offers: OFFERS.slice(0, 9), colors: COLORS.slice(0, 9) };

const READERS: Readonly<Record<string, Reader>> = {
  gutterResult: (text) => gutterResult(text, "ft", "5"),
  sanitizeFileName,
  textRefusal: (text) => textRefusal(TYPED_TEXTS.job_notes, text),
  matchesColor: (text) => matchesColor(CATALOGUE_COLORS[0]!, text),
  matchesItem: (text) => matchesItem(CATALOGUE_ITEMS[0]!, text),
  suggestColors: (text) => suggestColors(CATALOGUE_COLORS.slice(0, 2), text),
  readTypedLine: (text) => readTypedLine(text, SOLD),
  lineChoices: (text) => lineChoices(text, SOLD, []),
  readJobLine: (text) => readJobLine(text, CONTEXT, { crews: CREWS }),
  instantOf: (text) => instantOf(text, text),
  windowAt: (text) => windowAt(NOW, [text, text]),
  takeCrew: (text) => takeCrew(new LineText(text), { crews: CREWS }),
  withPrice: (text) => {
    const line = readJobLine("ann field 12 oak st 450", CONTEXT);
    return withPrice(text, line!);
  },
  beginsName: (text) => beginsName("sun", text),
  isTown: (text) => isTown(text.split(" ")),
  fillTemplate: (text) => fillTemplate(text, { customer: text }),
  withMinutes: (text) => withMinutes(text, 10, 20),
  fillEmptyFields: (text) => fillEmptyFields(text, NO_FIELDS, false),
  namesAgree: (text) => namesAgree(text, `${text} b`),
  holdsWords: (text) => holdsWords(text, text.split(" ").slice(0, 16)),
  jobWordRows: (text) => jobWordRows(searchWords(named(text)), text),
  customerWordRows: (text) => customerWordRows(searchWords(named(text)), text),
  notesHold: (text) => notesHold(text, text.split(" ").slice(0, 16)),
  searchRank: (text) => searchRank({ id: "C-1001", name: text }, text),
  compareName: (text) =>
    searchReadings(text).map((words) =>
      compareName(words, [parseNameWord("smith/SM0/XMT")], false),
    ),
  crewName: (text) => crewName(text, { crews: CREWS }),
  knownCrew: (text) => knownCrew(text, { crews: CREWS }),
  storedCrew: (text) => storedCrew(text, { crews: CREWS }),
  crewsMeant: (text) => crewsMeant(text, { crews: CREWS }),
  isOfCrew: (text) => isOfCrew({ job: { job_install_crew: text }, type: "install" }, text),
  ofCrewOn: (text) =>
    ofCrewOn([{ job_install_date: 1, job_install_crew: text }], { from: 0, until: 2 }, text),
  mayCollide: (text) => mayCollide(text, `${text}b`),
  crewsOfChange: (text) => crewsOfChange(CREWS, { key: text, name: text }),
  matchOption: (text) => matchOption(["Gutter cleaning"], text),
  compareNames: (text) => compareNames(text, `${text}b`),
  readClock: (text) => readClock(text, null),
  monthDates: (text) => monthDates(text, DAY),
  // What its only caller lets through: "a week from" may stand before every day.
  readDays: (text) => readDays(text.slice(0, 60), DAY),
  readDates: (text) => readDates(text, DAY),
  readTypedDates: (text) => [
    readTypedDates(text, CONTEXT),
    readTypedDates(text, { ...CONTEXT, isSpoken: true, keptTime: "10:00" }),
  ],
  readTypedMinute: (text) => readTypedMinute(text, "morning"),
  readTypedClock: (text) => readTypedClock(text),
  readSpan: (text) => readSpan(text, STARTED),
  readTypedVisits: (text) => readTypedVisits(text, CONTEXT, STARTED),
  visitEndLine: (text) => visitEndLine(text, "job_install_date"),
  withoutVisitEnd: (text) => withoutVisitEnd(text, "job_install_date"),
  readFileDate: (text) => readFileDate(text, "month", NOW),
  readFileTime: (text) => readFileTime(text),
  dateEvidence: (text) => dateEvidence([text]),
  wholeName: (text) => wholeName(text, [text, "a"]),
  rankOfTitle: (text) => rankOfTitle("phone", text),
  fieldsByTitle: (text) => fieldsByTitle("jobs", [text]),
  withLeftovers: (text) => withLeftovers(text, [{ label: "Gate", text }]),
  rowsOfChunk: (text) => rowsOfChunk("customers", text),
  partsBetween: (text) => partsBetween(/[;,|\n]/, text),
  statusOf: (text) => statusOf(text, {}),
  tableOf: (text) => tableOf([[text], [text]]),
  csvRow: (text) => csvRow([text]),
  customerOfLine: (text) => {
    const line = readJobLine("ann field 6145550100", CONTEXT);
    customerOfLine(line!, [{ customer_id: "C-1", customer_name: text }]);
  },
  parseTyped,
  "the lines of a file": readAsFile(""),
  "the values of a vCard": readAsFile("BEGIN:VCARD\nNOTE;X="),
  "the parts of a vCard's values": readAsFile("BEGIN:VCARD\nN:"),
  "the folded lines of a vCard": readAsFile("BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:=\n"),
  "the titles of a table": readAsFile("Name,"),
  "the first cell of a table": readAsFile("Name,Phone\n"),
  "a quoted cell of a table": readAsFile('Name,Phone\n"'),
  "each cell of a row of jobs": readAsCells("jobs"),
  "each cell of a row of customers": readAsCells("customers"),
};

/** Their texts are the program's own: ids, names of fields and sentences. */
const PROGRAM_TEXTS = new Set(
  `amountUpTo changedSinceSentence changeOf clearableText contrast counted distanceText customerOfSubject dayIn entryColor
  fieldLine invalidData isLimitedList isLimitedText isOperation isPlaceholder isSame isSameDeployment isUndoable lengthAt
  notFoundData numberWithin openedLine pairedItemName readJob requireColor requireCustomer requiredText requireItem requireJob requireSize
  senderKey shown sizeNotOfferedSentence stockOfSubject stockSubject tooLongSentence undoneRunLabel wholeNumberWithin
  workspaceOf`.split(/\s+/),
);

function readAsFile(start: string): Reader {
  return (text) => new TableSession().read(Buffer.from(start + text));
}

/** A row of a file with every column of its kind, each with the text. */
function readAsCells(kind: ImportKind): Reader {
  const targets = importFieldsOf(kind);
  return (text) =>
    normalizeTable(
      {
        titles: targets,
        rows: [{ line: 2, cells: targets.map(() => text.trim()) }],
        faults: [],
      },
      {
        kind,
        targets,
        dateOrder: null,
        times: {},
        statuses: {},
        arePaid: null,
        now: NOW,
      },
    );
}

const PARTS = [
  ...Object.values(HOSTILE_PARTS),
  ...'\\ " "" \' , ; | - _ . / @ : ( { + # = x \\; ,a a, ;= a@ .a a. 1, 1/ 1: $1 ,111 111,'.split(
    " ",
  ),
  ...["\t", "\n", "\n ", "\r\n", "=\n", " =\n", "\n;PREF:", "\nTEL;PREF:1"],
  ...["1 a", "- ", ", ", " usd", "12 elm ", "st ", "oh ", "next ", "a week from "],
];
const ENDS = ["", "\0", " ", "a", "1 a", "\n", "\\", "@", '"'];

const plainTexts: [Pumped][] = [
  ...PARTS.map((part) => ({ before: "", part, after: "\0 a" })),
  { before: "a@a", part: ".", after: " " },
  { before: "1", part: "1", after: "a" },
  // A file of UTF-16 from some length on.
  { before: "", part: "|\0", after: "\0" },
].map((made) => [made]);

const text: fc.Arbitrary<Pumped> = fc.record({
  before: fc.constantFrom(...ENDS, "$", "a@a", "12 "),
  part: fc
    .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("")),
  after: fc.constantFrom(...ENDS),
});

/**
 * A reader may do other work from some length on: that a file is UTF-16 is only known when enough of it says so. Work
 * that grows too fast still does so from a longer text.
 */
const LONGER_TEXT = 4096;

function staysLinear(read: Reader): void {
  fc.assert(
    fc.property(
      text,
      (made) => !growsFaster(read, pumped(made)) || !growsFaster(read, pumped(made), LONGER_TEXT),
    ),
    {
      examples: plainTexts,
      numRuns: plainTexts.length + 30,
    },
  );
}

it.each(Object.entries(READERS))("%s does work that grows no faster than its text", (_, read) =>
  staysLinear(read),
);

const domain = filesUnder("domain").map((file) => sourceOf(file));

for (const source of domain)
  it(`every text of ${source.fileName} costs work that grows no faster than its length`, async () => {
    const module = (await import(pathToFileURL(join(ROOT, source.fileName)).href)) as Record<
      string,
      unknown
    >;
    for (const { name, isOfOneText } of functionsOfTexts(source)) {
      if (PROGRAM_TEXTS.has(name) || Object.hasOwn(READERS, name)) continue;
      expect(isOfOneText, `${name}: add it to READERS, or to PROGRAM_TEXTS`).toBe(true);
      staysLinear(module[name] as Reader);
    }
    for (const [name, rules] of Object.entries(module))
      if (/(?:Input|Change)$/.test(name) && typeof rules === "object")
        for (const field of Object.keys(rules as Rules))
          staysLinear((typed) => checkInput(rules as Rules, { [field]: typed }));
  });

/** The exported functions with a text among their parameters. */
function functionsOfTexts(source: ts.SourceFile) {
  const found: { name: string; isOfOneText: boolean }[] = [];
  source.forEachChild((node) => {
    if (!ts.isFunctionDeclaration(node) || node.name === undefined) return;
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const isText = (each?: ts.ParameterDeclaration) =>
      /^(?:readonly )?(?:string|unknown|LimitedText)\b(?!\[\])/.test(
        each?.type?.getText(source) ?? "",
      );
    const required = node.parameters.filter(
      ({ initializer, questionToken }) => !(initializer ?? questionToken),
    );
    if (isExported && node.parameters.some(isText))
      found.push({
        name: node.name.text,
        isOfOneText: required.length <= 1 && isText(node.parameters[0]),
      });
  });
  return found;
}

/** Quadratic, but read no text of a person: the digits of a number, and the addresses of two deployments. */
const OF_THE_PROGRAM: Readonly<Record<string, string>> = {
  "domain/text/money.ts": String.raw`/\B(?=(\d{3})+$)/g`,
  "domain/calls/deployments.ts": String.raw`/\/+$/`,
};

const PRODUCT = ["domain", "convex", "src", "server", "packages"];

it.each(PRODUCT)(
  "every regular expression of %s does work that grows no faster than its text",
  (folder) => {
    const slow = filesUnder(folder).flatMap((file) =>
      regularExpressionsOf(sourceOf(file))
        .filter((literal) => OF_THE_PROGRAM[file] !== literal)
        .flatMap((literal) => {
          const made = slowTextOf(literal);
          return made ? [`${file}: ${literal} with ${JSON.stringify(made)}`] : [];
        }),
    );
    expect(slow).toEqual([]);
  },
);

function slowTextOf(literal: string): Pumped | undefined {
  const end = literal.lastIndexOf("/");
  const source = literal.slice(1, end);
  const pattern = new RegExp(source, literal.slice(end + 1).replace("y", ""));
  const read = (given: string) => given.replace(pattern, "");
  const own = exampleOf(source);
  const parts = new Set(["1", "a", "A", " ", "\n", "\t", '"', "."]);
  for (let at = 0; at < Math.min(own.length, 80); at++)
    for (const length of [1, 2, 4]) parts.add(own.slice(at, at + length));
  const letters = [...new Set(own)].slice(0, 8);
  for (const one of letters) for (const other of letters) parts.add(one + other);
  parts.delete("");
  const excluded = /\[\^([^\]]*)\]/.exec(source)?.[1]?.replace(/\\s/, " ") ?? "";
  const ends = ["\0", ...excluded.replace(/\\./g, "").slice(-2)];
  for (const before of new Set(["", own.slice(0, 3)]))
    for (const part of parts)
      for (const after of ends) {
        const made = { before, part, after };
        if (growsFaster(read, pumped(made))) return made;
      }
  return undefined;
}

/** Roughly a text that the regular expression matches: its own characters, with one of each class. */
function exampleOf(source: string): string {
  return source
    .replace(/\(\?(?:<?[=!]|:|<\w+>)/g, "")
    .replace(/\[\^[^\]]*\]|\\[wS]|\\p\{\w+\}/gi, "a")
    .replace(/\\d/g, "1")
    .replace(/\\s/g, " ")
    .replace(/\\[bB]/g, "")
    .replace(/\\([nrt])/g, (_, letter: string) => ({ n: "\n", r: "\r", t: "\t" })[letter] ?? "")
    .replace(/\[\\?(.)[^\]]*\]/g, "$1")
    .replace(/(.)\{(\d+)[^}]*\}/g, (_, one: string, count: string) =>
      one.repeat(Math.min(Number(count), 12)),
    )
    .replace(/[()*+?^$|]/g, "")
    .replace(/\\(.)/g, "$1");
}

function regularExpressionsOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function sourceOf(file: string): ts.SourceFile {
  const text = readFileSync(join(ROOT, file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .filter(
      (file) => !/(?:^|\/)(?:node_modules|tests|dist|_generated)\/|\.d\.ts$|\.gen\.ts$/.test(file),
    )
    .map((file) => relative(ROOT, join(ROOT, folder, file)));
}
