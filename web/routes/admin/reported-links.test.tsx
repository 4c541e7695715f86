import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, calls, storeSession, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import ReportedLinks from "./reported-links.tsx";

const report = {
  id: "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11",
  linkId: "7c1c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c22",
  address: "http://localhost:3000/s/token",
  state: "open",
  closedReason: null,
  reason: "private",
  message: "It tells of my son.",
  createdAt: "2026-11-26T09:30:00.000Z",
};
let reports: object[];

beforeEach(() => {
  storeSession();
  reports = [report];
  answers.set("POST /functions/v1/list-link-reports", () => Response.json({ reports }));
});

const open = () => visit("/", [{ path: "/", element: <ReportedLinks /> }]);

test("a report is read, its page is opened beside this one, and its link is closed with a reason", async () => {
  answers.set("POST /functions/v1/close-sermon-link", () => {
    reports = [{ ...report, state: "closed", closedReason: "It names a child." }];
    return Response.json({ success: true });
  });
  open();
  await screen.findByText("It tells of my son.");
  expect(screen.getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe(report.address);
  fireEvent.click(screen.getByRole("button", { name: "Close the link" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Close this link?" }));
  fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: "It names a child." } });
  fireEvent.click(dialog.getByRole("button", { name: "Close the link" }));
  await screen.findByText("Closed because: It names a child.");
  expect(calls.find(({ to }) => to.endsWith("close-sermon-link"))?.body).toEqual({
    linkId: report.linkId,
    reason: "It names a child.",
  });
  expect(toasts()).toContainEqual(["Link closed"]);
  expect(screen.queryByRole("button", { name: "Close the link" })).toBeNull();
});

test("without a report it says so, and a list that does not load can be asked for again", async () => {
  reports = [];
  let fails = true;
  answers.set("POST /functions/v1/list-link-reports", () =>
    fails ? Response.json({ code: "admin_required", message: "x" }, { status: 403 }) : Response.json({ reports }),
  );
  open();
  const again = await screen.findByRole("button", { name: "Try again" }, waitOptions);
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText("Nothing was reported.")).toBeDefined();
});
