import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toast, Toaster } from "./toast.tsx";

vi.mock("./toast-list.tsx", () => {
  throw new Error("The network is away.");
});
afterEach(cleanup);

test("a message that nothing can be fetched for is shown in plain words, and can be closed", async () => {
  render(<Toaster />);
  toast({ title: "Connection Error", description: "Please check your network connection." });
  expect((await screen.findByRole("alert")).textContent).toContain("Connection Error Please check your network connection.");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Connection Error")).toBeNull();
});
