import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, useState, type ComponentType } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part.tsx";
import { removeToast, toastStore } from "./toast-store.ts";

interface DialogProps {
  onClose: () => void;
}
const Dialog = ({ onClose }: DialogProps) => <button onClick={onClose}>Close the dialog</button>;

function Page({ Part }: { Part: ComponentType<DialogProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Topic" />
      <button aria-expanded={open} onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Suspense>
          <Part onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

afterEach(() => {
  cleanup();
  for (const { id } of toastStore.current()) removeToast(id);
  vi.restoreAllMocks();
});

test("a dialog whose code is gone says so and offers to reload; the page stays as it is, and the next click tries again", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  const load = vi.fn<() => Promise<{ default: typeof Dialog }>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  load.mockResolvedValue({ default: Dialog });
  render(<Page Part={lazyPart(load)} />);
  fireEvent.change(screen.getByLabelText("Topic"), { target: { value: "my mother" } });

  fireEvent.click(screen.getByText("Open"));
  await expect.poll(() => toastStore.current().map(({ title }) => title)).toEqual(["This could not be opened"]);
  expect(screen.getByLabelText<HTMLInputElement>("Topic").value).toBe("my mother");
  expect(toastStore.current()[0]?.action?.label).toBe("Reload the page");
  toastStore.current()[0]?.action?.onClick();
  expect(reload).toHaveBeenCalledOnce();

  // The message is there a moment before the part is closed.
  fireEvent.click(await screen.findByRole("button", { name: "Open", expanded: false }));
  await screen.findByText("Close the dialog");
  expect(load).toHaveBeenCalledTimes(2);
});

test("one that stays after it was closed says it again when it is opened again", async () => {
  const load = () => Promise.reject(new TypeError("Failed to fetch"));
  const Part: ComponentType<{ open: boolean }> = lazyPart(load);
  const page = (open: boolean) => (
    <Suspense>
      <Part open={open} />
    </Suspense>
  );
  const { rerender } = render(page(true));
  await expect.poll(() => toastStore.current()).toHaveLength(1);
  for (const { id } of toastStore.current()) removeToast(id);
  rerender(page(false));
  expect(toastStore.current()).toEqual([]);
  rerender(page(true));
  await expect.poll(() => toastStore.current()).toHaveLength(1);
});
