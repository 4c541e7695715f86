/** Starts a browser download of `content` under `name`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has read the URL by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
