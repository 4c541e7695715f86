import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toast, Toaster } from "./toast.tsx";

vi.mock("./toast-list.tsx", () => {
  throw new Error("The network is unreachable.");
});
afterEach(cleanup);

test("when the toast list's code can't be loaded, toasts are shown in a plain list and can be closed", async () => {
  render(<Toaster />);
  const onClick = vi.fn<() => void>();
  const description = "Please check your network connection.";
  toast({ title: "Connection Error", description, action: { label: "Reload", onClick } });
  expect((await screen.findByRole("alert")).textContent).toContain("Connection Error Please check your network connection.");
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(onClick).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Connection Error")).toBeNull();
});
