/** What a native field reports that holds text the browser cannot read, such as half a date. */
export const UNREADABLE = "\u{FFFD}";
