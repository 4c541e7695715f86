interface OpenPage {
  focus(): Promise<unknown>;
  navigate(to: string): Promise<unknown>;
}

interface Pages {
  matchAll(options: { type: "window" }): Promise<readonly OpenPage[]>;
  openWindow(to: string): Promise<unknown>;
}

/** Opens the page of this site that a notification is about, in the page that is open if there is one. */
export async function openNotified(to: unknown, pages: Pages): Promise<void> {
  if (typeof to !== "string" || !/^\/(?!\/)/.test(to)) return;
  const [page] = await pages.matchAll({ type: "window" });
  if (!page) return void (await pages.openWindow(to));
  await page.focus();
  await page.navigate(to);
}
