import { expect, test, vi } from "vitest";
import { openNotified } from "./open-notified.ts";

const SERMON = "/sermon/2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";

function pages(open: boolean) {
  const page = {
    focus: vi.fn<() => Promise<void>>(async () => {}),
    navigate: vi.fn<(to: string) => Promise<null>>(async () => null),
  };
  const opened = vi.fn<(to: string) => Promise<null>>(async () => null);
  return { page, opened, clients: { matchAll: async () => (open ? [page] : []), openWindow: opened } };
}

test("a tap on the notification brings the open page to the front and leads it to the sermon", async () => {
  const { page, opened, clients } = pages(true);
  await openNotified(SERMON, clients);
  expect(page.focus).toHaveBeenCalledOnce();
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith(SERMON);
  expect(opened).not.toHaveBeenCalled();
});

test("where no page is open any more a new one is", async () => {
  const { opened, clients } = pages(false);
  await openNotified(SERMON, clients);
  expect(opened).toHaveBeenCalledExactlyOnceWith(SERMON);
});

test.each([undefined, "https://elsewhere.example/sermon/1", "//elsewhere.example"])("nothing is opened for %s", async (to) => {
  const { page, opened, clients } = pages(true);
  await openNotified(to, clients);
  expect([page.navigate.mock.calls, opened.mock.calls]).toEqual([[], []]);
});
