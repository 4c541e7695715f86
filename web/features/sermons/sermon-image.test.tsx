import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { wait } from "../../lib/wait.ts";
import { removeToast, toastStore } from "../../ui/toast-store.ts";
import { imageQuery } from "./media.ts";
import { SermonImage } from "./sermon-image.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const PATH = "ruth/1/a.webp";
const OWN = "/storage/v1/object/public/sermon-images/ruth/1/a.webp";
const STOCK = /^\/stock\/[1-8]\.webp$/;

function open(): HTMLElement {
  const client = new QueryClient();
  client.setQueryData(imageQuery(PATH).queryKey, OWN);
  return render(
    <QueryClientProvider client={client}>
      <SermonImage sermonId="1" path={PATH} />
    </QueryClientProvider>,
  ).container;
}
/** The picture, once it is another element than before: each is fetched by itself. */
const shown = (container: HTMLElement, before?: Element) =>
  waitFor(() => {
    const image = container.querySelector("img");
    if (!image || image === before) throw new Error("no picture yet");
    return image;
  });
const source = (image: Element) => image.getAttribute("src");

/** Lets its own picture fail as often as it is fetched, and resolves to what stands in for it. */
async function failAll(container: HTMLElement): Promise<Element> {
  let image = await shown(container);
  for (let fetched = 1; fetched <= 3; fetched++) {
    expect(source(image)).toBe(OWN);
    fireEvent.error(image);
    image = await shown(container, image);
  }
  return image;
}

afterEach(() => {
  cleanup();
  for (const { id } of toastStore.current()) removeToast(id);
  vi.restoreAllMocks();
});

test("a picture that fails is fetched twice more, and another one stands in for it until the network comes back", async () => {
  const container = open();
  const standIn = await failAll(container);
  expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([1000, 3000]);
  expect(source(standIn)).toMatch(STOCK);
  expect(toastStore.current().map(({ title }) => title)).toEqual(["Image Load Error"]);
  window.dispatchEvent(new Event("online"));
  expect(source(await shown(container, standIn))).toBe(OWN);
});

test("without a network nothing is said of it", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(source(await failAll(open()))).toMatch(STOCK);
  expect(toastStore.current()).toEqual([]);
});

test("where the stand-ins fail too, no broken picture is shown", async () => {
  const container = open();
  const stock = await failAll(container);
  fireEvent.error(stock);
  const placeholder = await shown(container, stock);
  expect(source(placeholder)).toBe("/placeholder.svg");
  fireEvent.error(placeholder);
  await waitFor(() => expect(container.querySelector("img")).toBeNull());
});
