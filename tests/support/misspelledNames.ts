/**
 * Names as they are in an office, and as they are written down by somebody who has only heard them. The rules know
 * letters and nothing of how the product compares names.
 */
import { oneOf, wholeNumber, type Random } from "@domain/text/random";

type Words = readonly [string, ...string[]];

const words = (text: string) => text.trim().split(/\s+/) as unknown as Words;

const FIRST_NAMES = words(`
  Aaron Abigail Adrian Agnieszka Aisha Alejandro Alice Amber Andrea Angelica Antoine Arjun Ashley Barbara Beatriz
  Benjamin Bernadette Björn Brandon Brittany Caitlin Camille Carlos Caroline Catherine Charlotte Chloë Christopher
  Claudia Craig Cynthia Damien Danielle Deborah Demetrius Dmitri Dolores Edith Eduardo Eileen Eleanor Emmanuel Erica
  Esperanza Ethan Felicia Fernando Florence Frederick Gabriela Geoffrey Geraldine Graham Gregory Guadalupe Gwen Hannah
  Harold Heather Hector Hiroshi Ingrid Isabella Jacqueline Jeffrey Jennifer Jerome Joaquín Jonathan Josephine Juanita
  Kathleen Katherine Keisha Kimberly Kristen Lakshmi Lawrence Leticia Lillian Lorenzo Lucía Lucille Malcolm Marguerite
  Marjorie Matthew Meredith Michelle Miguel Mitchell Monique Nathaniel Nicholas Noémie Olivia Pamela Patrick Penelope
  Phillip Phyllis Priscilla Rachel Raymond Rebecca Renée Ricardo Roderick Rosalind Rosemary Sebastian Shannon Sheila
  Siobhán Sophia Stephen Sylvia Tabitha Terrence Theodore Theresa Tiffany Timothy Ursula Valerie Veronica Victoria
  Vincent Vivian Wallace Wendy Wilhelmina Winifred Xavier Yvonne Zachary
`);
const LAST_NAMES = words(`
  Abernathy Albrecht Alvarez Anderson Applegate Arellano Ashworth Atkinson Baczynski Bannister Barrett Bartholomew
  Bauer Becker Bellamy Bennett Bergstrom Blackwell Blankenship Bouchard Bradford Brennan Briggs Buchanan Burkhart
  Burroughs Cabrera Calloway Cameron Cardenas Carmichael Carpenter Castañeda Cavanaugh Chamberlain Chandler Christensen
  Cochran Coleman Conway Crawford Cunningham Czarnecki Dalton Davenport DeLuca Dickinson Donahue Donovan Dougherty
  Drummond Dunn Eberhardt Edwards Ellsworth Engstrom Epstein Eriksson Escobar Espinoza Fairchild Farrell Faulkner
  Ferguson Fernández Fischer Fitzgerald Fitzpatrick Fleming Fletcher Flores Fowler Frederiksen Friedrich Gallagher
  Garrison Gebhardt Giordano Goldberg González Goodwin Gottlieb Grady Griffith Grzegorczyk Guerrero Gutiérrez Hancock
  Harrington Hartmann Hawkins Heinrich Hendricks Hernandez Hoffman Hollingsworth Huang Huffman Hutchinson Ibarra
  Ingersoll Jablonski Jackson Jankowski Jefferson Jeong Jiménez Johannsen Johnson Kaczmarek Kapoor Kavanagh Keller
  Kennedy Khalil Kirkpatrick Kowalczyk Kowalski Kozlowski Kramer Krishnan Kruger Lancaster Larsson Laurent Leblanc
  Leibowitz Lindqvist Lockhart Lombardi Longworth Lundgren MacAllister MacDonald MacKenzie Maldonado Marchetti Marquez
  Mathews McAllister McBride McCarthy McDonald McGregor McIntyre McLaughlin Mehta Mendoza Merriweather Michaelson
  Middleton Montgomery Morales Morrison Muñoz Murphy Nakamura Newcomb Nguyen Nicholson Nordstrom Novak Núñez O'Connell
  O'Donnell O'Malley O'Sullivan Okonkwo Oppenheimer Ortega Osborne Pacheco Palmer Parkinson Patterson Pearson Pellegrino
  Peterson Pfeiffer Philips Pickett Pirelli Pomeroy Prescott Quigley Quinn Ramírez Ratliff Reinhardt Reynolds Richardson
  Rittenhouse Rodríguez Romanowski Rosenberg Rutherford Sanders Santiago Sasaki Schaefer Schmidt Schneider Schroeder
  Schultz Schwartz Sepulveda Shaughnessy Shepherd Sheridan Sinclair Skowronski Slaughter Sorensen Spencer Stapleton
  Steinberg Stephens Stevenson Stockton Strickland Sullivan Sutherland Swanson Szymanski Takahashi Templeton Thibodeaux
  Thompson Thornton Tranquillo Trujillo Underwood Valdez VanBuren Vasquez Vaughn Velázquez Villanueva Vogel Wagner
  Wainwright Wallace Washington Weatherby Weber Weinstein Wentworth Westbrook Whitaker Whitfield Wilkinson Williamson
  Winchester Wojciechowski Woodward Worthington Wright Yamamoto Yates Yoder Zamora Zhao Zielinski Zimmerman
`);

export function aName(random: Random): string {
  return `${oneOf(random, FIRST_NAMES)} ${oneOf(random, LAST_NAMES)}`;
}

type Rule = (word: string, random: Random) => string;

/** Letters that are written for each other. */
const ALIKE = [
  ["ph", "f"],
  ["ck", "k"],
  ["mac", "mc"],
  ["tz", "ts"],
  ["sch", "sh"],
  ["ie", "ei"],
  ["y", "i"],
  ["s", "z"],
  ["c", "k"],
  ["ff", "f"],
  ["ough", "o"],
  ["h", ""],
  ["ee", "ea"],
  ["w", "v"],
  ["x", "ks"],
] as const;

/** Nobody writes "Rough" for "Ro". */
const ONE_WAY: ReadonlySet<string> = new Set(["ough", "h", "x"]);

const VOWELS = words("a e i o u");
const VOWEL = /[aeiou]/g;

const RULES: readonly [Rule, ...Rule[]] = [
  // Two letters change places.
  (word, random) => {
    const at = wholeNumber(random, 1, word.length - 2);
    return `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`;
  },
  // A letter is left out.
  (word, random) => {
    const at = wholeNumber(random, 0, word.length - 1);
    return word.slice(0, at) + word.slice(at + 1);
  },
  // A letter is doubled, or a double one is not.
  (word, random) => {
    if (/(.)\1/.test(word)) return word.replace(/(.)\1/, "$1");
    const at = wholeNumber(random, 1, word.length - 1);
    return word.slice(0, at) + word.slice(at - 1);
  },
  // A vowel is heard as another.
  (word, random) => {
    const places = [...word.matchAll(VOWEL)].map(({ index }) => index);
    const at = places[wholeNumber(random, 0, places.length - 1)];
    return at === undefined ? word : word.slice(0, at) + oneOf(random, VOWELS) + word.slice(at + 1);
  },
  soundAlike,
  soundAlike,
  // Accents where there are none, and a letter left out.
  (word, random) => {
    const at = wholeNumber(random, 1, word.length - 1);
    return (word.slice(0, at) + word.slice(at + 1)).replace("e", "é");
  },
];

function soundAlike(word: string, random: Random): string {
  const both = ALIKE.flatMap(([one, other]) => [
    [one, other] as const,
    ...(ONE_WAY.has(one) ? [] : [[other, one] as const]),
  ]);
  const fitting = both.filter(([from]) => word.includes(from));
  const [from, to] = fitting[wholeNumber(random, 0, Math.max(fitting.length - 1, 0))] ?? ["", ""];
  return word.replace(from, to);
}

/** One word of the name is wrong, and of every third name both. */
export function misspelled(name: string, random: Random): string {
  const parts = name.toLowerCase().split(" ");
  const isWrong = wholeNumber(random, 0, 2);
  return parts
    .map((part, at) =>
      isWrong === 2 || isWrong === at ? oneOf(random, RULES)(part, random) : part,
    )
    .join(" ");
}
