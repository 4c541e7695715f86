import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ContactSubmission } from "../../../shared/contact.ts";
import {
  answers,
  calls,
  offline,
  waitOptions,
  testUser,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import ContactSubmissions from "./contact-submissions.tsx";

const PAGE_SIZE = 25;

function submission(n: number, changes: Partial<ContactSubmission> = {}): ContactSubmission {
  return {
    id: `2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a${String(n).padStart(4, "0")}`,
    name: `Person ${n}`,
    email: `person${n}@example.org`,
    message: `Message ${n}`,
    form_source: "contact_page",
    status: "new",
    admin_notes: null,
    created_at: "2026-11-03T08:05:00",
    responded_at: null,
    email_history: [],
    unsent_replies: 0,
    ...changes,
  };
}
const entry = { sent_at: "2026-11-04T09:30:00", subject: "Re: hello", message: "Our answer" };
const newSubmission = submission(1, { name: "Naomi", email: "naomi@example.org", message: "First line\n<b>second</b>" });
const respondedSubmission = submission(2, {
  name: "Boaz",
  status: "responded",
  email_history: [entry],
  admin_notes: "Called him",
});
const resolvedSubmission = submission(3, { name: "Orpah", status: "resolved" });

/** The rows of contact_submissions, read and changed by the mocked endpoints below. */
let rows: ContactSubmission[];
const updateRow = (id: unknown, by: Partial<ContactSubmission>) => {
  rows = rows.map((row) => (row.id === id ? { ...row, ...by } : row));
};
const matching = (query: URLSearchParams) => rows.filter((row) => [null, `eq.${row.status}`].includes(query.get("status")));

beforeEach(() => {
  rows = [newSubmission, respondedSubmission, resolvedSubmission];
  storeSession();
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json(true));
  answers.set("POST /rest/v1/rpc/get_contact_submissions", ({ query }) => {
    const found = matching(query);
    const from = Number(query.get("offset"));
    const page = found.slice(from, from + Number(query.get("limit")));
    return Response.json(page);
  });
  answers.set("HEAD /rest/v1/contact_submissions", ({ query }) => {
    return new Response(null, { headers: { "content-range": `*/${matching(query).length}` } });
  });
  answers.set("POST /rest/v1/rpc/update_submission_status", ({ body }) => {
    const { _submission_id, _status, _admin_notes } = body as Record<string, string>;
    updateRow(_submission_id, { status: _status as ContactSubmission["status"], admin_notes: _admin_notes ?? null });
    return new Response(null, { status: 204 });
  });
  answers.set("POST /functions/v1/handle-email", () => Response.json({ success: true, entry }));
  answers.set("PATCH /rest/v1/contact_submissions", ({ body, query }) => {
    updateRow(query.get("id")?.slice("eq.".length), body as Partial<ContactSubmission>);
    return new Response(null, { status: 204 });
  });
});

const open = (search = "") =>
  visit(`/admin/contact-submissions${search}`, [
    { path: "/admin/contact-submissions", element: <ContactSubmissions /> },
    { path: "/dashboard", element: "The dashboard" },
    { path: "/login", element: "Sign in here" },
  ]);
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  // fireEvent.click does not move the focus, unlike a real click.
  button.focus();
  fireEvent.click(button);
  return button;
};
const replyButtons = () =>
  screen.queryAllByRole("button", { name: /^Reply to/ }).map((button) => button.getAttribute("aria-label"));
const selectTab = async (tab: RegExp) => fireEvent.mouseDown(await screen.findByRole("tab", { name: tab }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const requestsTo = (call: string) => calls.filter((made) => made.to === call);

test("the table shows date, name, email, source, status and actions of each message", async () => {
  open();
  const table = await screen.findByRole("table");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Date", "Name", "Email", "Source", "Status", "Actions"]);
  const [, first] = within(table).getAllByRole("row");
  expect([...(first?.querySelectorAll("td") ?? [])].slice(0, 5).map((cell) => cell.textContent)).toEqual([
    "Nov 3, 2026",
    "Naomi",
    "naomi@example.org",
    "Contact page",
    "New",
  ]);
  expect(requestsTo("POST /rest/v1/rpc/get_contact_submissions")[0]).toMatchObject({ body: {} });
});

test("tabs show the number of messages by status and filter the list", async () => {
  rows = [newSubmission, respondedSubmission, submission(4, { name: "Obed", status: "responded" })];
  const router = open();
  for (const tab of ["All (3)", "New (1)", "Responded (2)", "Resolved (0)"]) await screen.findByRole("tab", { name: tab });
  await selectTab(/^Responded/);
  await waitFor(() => expect(replyButtons()).toEqual(["Reply to Boaz", "Reply to Obed"]), waitOptions);
  expect(router.state.location.search).toBe("?status=responded");
  await selectTab(/^Resolved/);
  await screen.findByText("No resolved submissions found");
});

test.for([
  ["", "No submissions found"],
  ["?status=new", "No new submissions found"],
  ["?status=responded", "No responded submissions found"],
  ["?status=resolved", "No resolved submissions found"],
] as const)("an empty list under '%s' says '%s'", async ([search, text]) => {
  rows = [];
  open(search);
  expect(await screen.findByText(text)).toBeDefined();
});

test("a long list is paged, and the page is in the address", async () => {
  rows = Array.from({ length: 10_000 }, (_, n) => submission(n));
  const router = open("?page=400");
  await screen.findByText("9,976 to 10,000 of 10,000");
  expect(replyButtons()).toHaveLength(PAGE_SIZE);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
  await press("Previous");
  await screen.findByText("9,951 to 9,975 of 10,000");
  expect(router.state.location.search).toBe("?page=399");
});

test("a page that no longer exists shows the last page", async () => {
  rows = Array.from({ length: 30 }, (_, n) => submission(n));
  open("?page=4");
  expect(await screen.findByText("26 to 30 of 30")).toBeDefined();
});

test("Refresh reloads the list and shows that it does", async () => {
  open();
  await waitFor(() => expect(replyButtons()).toHaveLength(3), waitOptions);
  const again = Promise.withResolvers<Response>();
  answers.set("POST /rest/v1/rpc/get_contact_submissions", () => again.promise);
  await press("Refresh");
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Refreshing..." })).disabled).toBe(true);
  again.resolve(Response.json([submission(9, { name: "Jesse" })]));
  await waitFor(() => expect(replyButtons()).toEqual(["Reply to Jesse"]), waitOptions);
});

test("messages that can't be loaded show an error with a retry button", async () => {
  const healthy = answers.get("POST /rest/v1/rpc/get_contact_submissions") ?? offline;
  answers.set("POST /rest/v1/rpc/get_contact_submissions", () =>
    Response.json({ code: "42501", message: "no", details: null, hint: null }, { status: 403 }),
  );
  open();
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to load contact submissions");
  expect(toasts()).toEqual([["Failed to load contact submissions"]]);
  answers.set("POST /rest/v1/rpc/get_contact_submissions", healthy);
  await press("Try Again");
  await waitFor(() => expect(replyButtons()).toHaveLength(3), waitOptions);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the details show the whole message as text, and the replies", async () => {
  rows = [{ ...newSubmission, email_history: [entry], unsent_replies: 1 }];
  open();
  const button = await press("View the message of Naomi");
  const details = await dialog("Contact submission");
  for (const text of ["November 3, 2026 8:05 AM", "Contact page", "Naomi", "naomi@example.org"]) details.getAllByText(text);
  expect(details.getByText(/First line/).textContent).toBe("First line\n<b>second</b>");
  const history = within(details.getByRole("region", { name: "Email history" }));
  for (const text of ["November 4, 2026 9:30 AM", "Re: hello", "Our answer"]) history.getByText(text);
  history.getByText(/^One reply waits for the mail server/);
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
  await waitFor(() => expect(document.activeElement).toBe(button), waitOptions);
});

test("status and notes are saved, and the list is updated", async () => {
  open("?status=new");
  await press("View the message of Naomi");
  const details = await dialog("Contact submission");
  details.getByText("No reply has been sent yet.");
  fireEvent.change(details.getByLabelText("Status"), { target: { value: "resolved" } });
  fireEvent.change(details.getByLabelText("Admin notes"), { target: { value: "Solved by phone" } });
  await press("Save Changes");
  await screen.findByText("No new submissions found");
  expect(toasts()).toEqual([["Submission updated successfully"]]);
  expect(requestsTo("POST /rest/v1/rpc/update_submission_status").map(({ body }) => body)).toEqual([
    { _submission_id: newSubmission.id, _status: "resolved", _admin_notes: "Solved by phone" },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
  // The button that opened the dialog was removed with its row.
  await waitFor(
    () => expect(document.activeElement?.contains(screen.getByText("No new submissions found"))).toBe(true),
    waitOptions,
  );
  expect(document.activeElement).not.toBe(document.body);
  await screen.findByRole("tab", { name: "Resolved (2)" });
});

test("a change that can't be saved shows an error and stays in the dialog", async () => {
  answers.set("POST /rest/v1/rpc/update_submission_status", offline);
  open();
  await press("View the message of Boaz");
  const details = await dialog("Contact submission");
  expect(details.getByLabelText<HTMLTextAreaElement>("Admin notes").value).toBe("Called him");
  fireEvent.change(details.getByLabelText("Admin notes"), { target: { value: "Called twice" } });
  await press("Save Changes");
  await expect.poll(toasts, waitOptions).toEqual([["Failed to update submission"]]);
  expect(details.getByLabelText<HTMLTextAreaElement>("Admin notes").value).toBe("Called twice");
});

test("a reply is prefilled with address, subject, greeting and sign-off", async () => {
  open();
  await press("Reply to Naomi");
  const reply = await dialog("Reply by email");
  const address = reply.getByLabelText<HTMLInputElement>("To");
  expect([address.value, address.readOnly]).toEqual(["naomi@example.org", true]);
  expect(reply.getByLabelText<HTMLInputElement>("Subject").value).toBe("Re: Your message to Lampstand Support");
  const message = reply.getByLabelText<HTMLTextAreaElement>("Message");
  expect(message.value).toMatch(/^Hello Naomi,\n[^]*The Lampstand Support Team$/);
  await waitFor(() => expect(document.activeElement).toBe(message), waitOptions);
  // The cursor is between the greeting and the sign-off.
  expect(message.value.slice(0, message.selectionStart)).toMatch(/to us\.\n\n$/);
});

test("a reply can be sent only with a subject and a message", async () => {
  open();
  await press("Reply to Naomi");
  const reply = await dialog("Reply by email");
  const send = reply.getByRole<HTMLButtonElement>("button", { name: "Send Email" });
  expect(send.disabled).toBe(false);
  for (const label of ["Subject", "Message"]) {
    const field = reply.getByLabelText<HTMLInputElement>(label);
    const before = field.value;
    fireEvent.change(field, { target: { value: "  \n" } });
    expect(send.disabled, label).toBe(true);
    fireEvent.change(field, { target: { value: before } });
    expect(send.disabled).toBe(false);
  }
});

test("a reply is sent once, confirmed by a toast, and sets the status to responded", async () => {
  const sending = Promise.withResolvers<Response>();
  answers.set("POST /functions/v1/handle-email", () => sending.promise);
  rows = [respondedSubmission];
  open();
  const opener = await press("Reply to Boaz");
  const reply = await dialog("Reply by email");
  fireEvent.change(reply.getByLabelText("Subject"), { target: { value: "Your sound" } });
  fireEvent.change(reply.getByLabelText("Message"), { target: { value: "It is mended." } });
  const send = reply.getByRole<HTMLButtonElement>("button", { name: "Send Email" });
  fireEvent.click(send);
  await waitFor(() => expect([send.textContent, send.disabled]).toEqual(["Sending...", true]), waitOptions);
  fireEvent.click(send);
  sending.resolve(Response.json({ success: true, entry }));
  await expect.poll(toasts, waitOptions).toEqual([["Email Sent", "Reply sent to person2@example.org"]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
  expect(document.activeElement).toBe(opener);
  expect(requestsTo("POST /functions/v1/handle-email").map(({ body }) => body)).toEqual([
    {
      action: "reply_to_submission",
      data: {
        submission_id: respondedSubmission.id,
        to_email: "person2@example.org",
        to_name: "Boaz",
        subject: "Your sound",
        message: "It is mended.",
      },
    },
  ]);
  const [update] = requestsTo("PATCH /rest/v1/contact_submissions");
  expect(update?.query.get("id")).toBe(`eq.${respondedSubmission.id}`);
  expect(update?.body).toEqual({ status: "responded", responded_at: entry.sent_at, email_history: [entry, entry] });
});

test.for([
  [
    "a client error",
    Response.json({ code: "recipient_gone", message: "This person has left." }, { status: 409 }),
    "This person has left.",
  ],
  ["a server error", Response.json({ code: "unexpected_failure", message: "Something went wrong." }, { status: 500 }), undefined],
] as const)("a reply that fails with %s shows a toast and keeps the text", async ([, answer, reason]) => {
  answers.set("POST /functions/v1/handle-email", () => answer.clone());
  open();
  await press("Reply to Naomi");
  const reply = await dialog("Reply by email");
  fireEvent.change(reply.getByLabelText("Message"), { target: { value: "A long answer" } });
  await press("Send Email");
  await expect.poll(toasts, waitOptions).toEqual([["Failed to send reply email", ...(reason ? [reason] : [])]]);
  expect(reply.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("A long answer");
  expect(requestsTo("PATCH /rest/v1/contact_submissions")).toEqual([]);
});

test("replying from the details keeps unsaved notes and shows the new history", async () => {
  open("?status=new");
  await press("View the message of Naomi");
  const details = await dialog("Contact submission");
  fireEvent.change(details.getByLabelText("Admin notes"), { target: { value: "Half a thought" } });
  const button = await press("Reply");
  await dialog("Reply by email");
  await press("Send Email");
  await waitFor(() => expect(details.getByText("Re: hello")).toBeDefined(), waitOptions);
  expect(details.getByLabelText<HTMLTextAreaElement>("Admin notes").value).toBe("Half a thought");
  expect(details.getByLabelText<HTMLSelectElement>("Status").value).toBe("responded");
  await waitFor(() => expect(document.activeElement).toBe(button), waitOptions);
});

test("other users are redirected to the dashboard with a message", async () => {
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json(false));
  answers.set("GET /rest/v1/user_roles", () => Response.json([]));
  open();
  await screen.findByText("The dashboard");
  expect(toasts()).toEqual([["Access Denied", "You don't have permission to access this page"]]);
  expect(requestsTo("POST /rest/v1/rpc/get_contact_submissions")).toEqual([]);
  expect(requestsTo("POST /rest/v1/rpc/has_role").map(({ body }) => body)).toEqual([{ _user_id: testUser.id, _role: "admin" }]);
});

test("an administrator without a second factor is redirected with a message about it", async () => {
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json(false));
  answers.set("GET /rest/v1/user_roles", () => Response.json([{ role: "admin" }]));
  open();
  await screen.findByText("The dashboard");
  expect(toasts()).toEqual([
    ["Access Denied", "Administrators need a second factor. Set one up under Security, then come back."],
  ]);
});

test("if the role can't be checked, everybody is redirected with a message", async () => {
  answers.set("POST /rest/v1/rpc/has_role", () => Response.json({ code: "XX000", message: "no" }, { status: 500 }));
  open();
  await screen.findByText("The dashboard");
  expect(toasts()).toEqual([["Access Denied", "Failed to verify your access permission"]]);
});

test("visitors are redirected to sign in", async () => {
  localStorage.clear();
  const router = open("?status=new");
  await screen.findByText("Sign in here");
  expect(router.state.location.state).toEqual({ from: "/admin/contact-submissions?status=new" });
});
