import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { Spinner } from "../ui/spinner.tsx";
import { OfflineBanner } from "./offline-banner.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function setOnline(online: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
}

test("the banner comes when the network goes, and goes when it comes", () => {
  render(<OfflineBanner />);
  expect(screen.getByRole("status").textContent).toBe("");
  setOnline(false);
  expect(screen.getByRole("status").textContent).toBe(OFFLINE.banner);
  setOnline(true);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("what is being loaded says that it waits for the network", () => {
  render(<Spinner label="Loading your sermons..." />);
  setOnline(false);
  expect(screen.getByRole("status").textContent).toBe(OFFLINE.waiting);
  setOnline(true);
  expect(screen.getByRole("status").textContent).toBe("Loading your sermons...");
});
