/**
 * The variable in which Radix keeps the width of the scroll bar while a dialog is open, registered as one that is not
 * inherited: setting it would else compute the styles of every element of the page again. Nothing below the body reads
 * it. Browsers register it once; jsdom, in which the unit tests run, cannot.
 */
if ("registerProperty" in (globalThis.CSS ?? {}))
  CSS.registerProperty({
    name: "--removed-body-scroll-bar-size",
    syntax: "<length>",
    inherits: false,
    initialValue: "0px",
  });
