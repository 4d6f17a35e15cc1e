/** Hands a file of the page to the browser's downloads. */
export function downloadFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
