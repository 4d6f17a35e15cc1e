import { configure, getConfig } from "@testing-library/react";

/*
 * What tests ask jsdom for most, answered with the same result at a fraction of the cost: whether an element is shown,
 * which labels a control has, and where a query fails. With a job's dialog open, they take as long as its rendering.
 */

/** Of an element's attributes, those by which jsdom's default style sheet decides about `display`. */
const ATTRIBUTES_OF_DISPLAY = ["hidden", "open", "type"] as const;

/** With their initial values. The default style sheet says nothing of them. */
const INHERITED: Readonly<Record<string, string>> = {
  visibility: "visible",
  "pointer-events": "auto",
};

/**
 * jsdom matches every rule of its default style sheet against each element again whenever the document has changed.
 * Here, `display` is asked once for each kind of element. Other properties, pseudo-elements, and pages with a style
 * sheet that shows or hides elements are left to jsdom.
 */
export function speedUpStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const defaults = new Map<string, string>();

  function defaultDisplay(element: Element): string {
    const { namespaceURI, localName } = element;
    // The only tags whose display depends on their parent.
    if (localName === "rt" || localName === "rp") return compute(element).display;
    const attributes = ATTRIBUTES_OF_DISPLAY.map((name) => element.getAttribute(name));
    const kind = JSON.stringify([namespaceURI, localName, ...attributes]);
    const known = defaults.get(kind);
    if (known !== undefined) return known;
    const sample = document.createElementNS(namespaceURI, localName);
    for (const [at, name] of ATTRIBUTES_OF_DISPLAY.entries())
      if (typeof attributes[at] === "string") sample.setAttribute(name, attributes[at]);
    const { display } = compute(sample);
    defaults.set(kind, display);
    return display;
  }

  window.getComputedStyle = (element, pseudoElement) => {
    const { style } = element as HTMLElement;
    if (pseudoElement || isPageStyled()) return compute(element, pseudoElement);
    let all: CSSStyleDeclaration | undefined;
    const quick = (property: string): string | undefined => {
      if (property === "display") return style.display || defaultDisplay(element);
      if (property === "opacity") return style.opacity;
      return Object.hasOwn(INHERITED, property) ? inherited(element, property) : undefined;
    };
    const read = (property: string | symbol): unknown => {
      if (property === "getPropertyValue")
        return (name: string) => quick(name) ?? compute(element).getPropertyValue(name);
      const name = property === "pointerEvents" ? "pointer-events" : property;
      const known = quick(String(name));
      if (known !== undefined) return known;
      all ??= compute(element);
      const value: unknown = Reflect.get(all, property);
      return typeof value === "function" ? (value.bind(all) as unknown) : value;
    };
    return new Proxy(style, { get: (_style, property) => read(property) });
  };
}

function inherited(element: Element, property: string): string | undefined {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const value = (at as HTMLElement).style.getPropertyValue(property);
    if (value !== "") return value;
  }
  return INHERITED[property];
}

const isStyling = new WeakMap<CSSStyleSheet, boolean>();

/** Whether a style sheet of the page shows or hides elements. That of an open dialog only locks scrolling. */
function isPageStyled(): boolean {
  return [...document.styleSheets].some((sheet) => {
    const known = isStyling.get(sheet);
    if (known !== undefined) return known;
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText);
    const shows = /display|visibility|opacity|pointer-events/.test(rules.join("\n"));
    isStyling.set(sheet, shows);
    return shows;
  });
}

const LABELABLE = "button, input:not([type=hidden]), meter, output, progress, select, textarea";

/** For each control, jsdom searches the whole document once for every label. Here, once until something changes. */
export function speedUpLabels(): void {
  let known: Map<Element | null, HTMLLabelElement[]> | undefined;
  const changes = new MutationObserver(() => (known = undefined));
  changes.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["for", "id", "type"],
  });
  function labelsByControl() {
    if (changes.takeRecords().length > 0) known = undefined;
    if (known !== undefined) return known;
    known = new Map<Element | null, HTMLLabelElement[]>();
    for (const label of document.querySelectorAll("label")) {
      const control = controlOf(label);
      known.set(control, [...(known.get(control) ?? []), label]);
    }
    return known;
  }

  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ]) {
    const property = Object.getOwnPropertyDescriptor(prototype, "labels");
    Object.defineProperty(prototype, "labels", {
      configurable: true,
      get(this: HTMLElement): unknown {
        if (!this.isConnected || this.getAttribute("type") === "hidden")
          return property?.get?.call(this);
        return labelsByControl().get(this) ?? [];
      },
    });
  }
}

function controlOf(label: HTMLLabelElement): Element | null {
  const id = label.getAttribute("for");
  if (id === null) return label.querySelector(LABELABLE);
  const named = document.getElementById(id);
  return named?.matches(LABELABLE) ? named : null;
}

/** A query that is repeated until it succeeds prints the page once it is given up, and not at each attempt. */
export function printPageOnce(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError: (message, container) => {
      const { _disableExpensiveErrorDiagnostics: isRepeated } = getConfig() as {
        _disableExpensiveErrorDiagnostics?: boolean;
      };
      if (!isRepeated) return getElementError(message, container);
      const error = new Error(message ?? "");
      error.name = "TestingLibraryElementError";
      return error;
    },
  });
}
