// @vitest-environment jsdom
import { expect, it } from "vitest";
import { speedUpLabels, speedUpStyles } from "./support/fasterDom";

const PAGE = `
  <dialog>closed <b>inside</b></dialog>
  <dialog open>open <b>inside</b></dialog>
  <details><summary>more</summary><p>folded</p></details>
  <div hidden><span>in hidden</span></div>
  <div style="display: none"><p>in none</p></div>
  <div style="visibility: hidden; color: red; pointer-events: none">
    <p>inherits</p><p style="visibility: visible; opacity: 0.5">shown</p>
  </div>
  <ul><li>one</li></ul><table><tr><td>cell</td></tr></table>
  <ruby>漢<rp>(</rp><rt>kan</rt></ruby>
  <svg hidden><path /></svg>
  <form>
    <label for="name">Name</label><label for="name">again</label>
    <input id="name"><textarea id="name"></textarea>
    <label>Kind <span><select><option>a</option></select></span></label>
    <label>both <input type="hidden" id="secret"><input type="checkbox"></label>
    <label for="gone">gone <input id="inner"></label>
    <label for="secret">secret</label><label for="plain">no control</label>
    <p id="plain"></p><label for="go">Go</label><button id="go">Go</button>
    <meter></meter><input type="hidden">
  </form>`;

const PROPERTIES = ["display", "visibility", "opacity", "pointerEvents", "color"] as const;

const styles = () =>
  [...document.querySelectorAll("*")].map((element) => {
    const style = window.getComputedStyle(element);
    return [
      element.outerHTML.slice(0, 60),
      ...PROPERTIES.map((name) => style[name]),
      ...PROPERTIES.map((name) => style.getPropertyValue(name)),
      style.getPropertyValue("pointer-events"),
      style.getPropertyValue("background-color"),
    ];
  });

const labels = () =>
  [...document.querySelectorAll<HTMLInputElement>("form *")].map(({ outerHTML, labels: found }) => [
    outerHTML,
    found && [...found].map(({ textContent }) => textContent),
  ]);

/** Each changes the page after what it was asked before. */
const CHANGES: readonly (() => void)[] = [
  () => (document.body.innerHTML = PAGE),
  () => document.querySelector("dialog")?.setAttribute("open", ""),
  () => document.querySelector("details")?.setAttribute("hidden", ""),
  () => document.querySelector("label")?.setAttribute("for", "go"),
  () => document.querySelector("textarea")?.remove(),
  () => document.querySelector("#secret")?.setAttribute("type", "text"),
  () => document.querySelector("#go")?.setAttribute("id", "gone"),
  () => document.querySelector("select")?.parentElement?.remove(),
  () => {
    const sheet = document.createElement("style");
    sheet.textContent = "li { display: none } td { visibility: hidden }";
    document.head.append(sheet);
  },
];

it("tests of the page get the styles and labels that jsdom computes, after every change", () => {
  const answers = () =>
    CHANGES.map((change) => {
      change();
      return { styles: styles(), labels: labels() };
    });
  const slow = answers();
  document.head.innerHTML = "";
  speedUpStyles();
  speedUpLabels();
  expect(answers()).toEqual(slow);
});
