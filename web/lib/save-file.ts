/** Hands the browser a file to save under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the content by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
