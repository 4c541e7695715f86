import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ContactForm } from "./contact-form.tsx";
import { ContactToasts } from "./contact-toasts.tsx";

const ID = "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
const calls: { to: string; key: string | null; body: unknown }[] = [];
const answers = new Map<string, () => Response | Promise<Response>>();

async function network(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  if (pathname === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
  const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
  calls.push({ to: pathname, key: new Headers(init?.headers).get("apikey"), body });
  const answer = answers.get(pathname);
  if (!answer) throw new TypeError("Failed to fetch");
  return answer();
}

const listen = vi.spyOn(document, "addEventListener");
const logged = vi.spyOn(console, "error").mockImplementation(() => {});

async function open(): Promise<void> {
  render(
    <>
      <ContactForm />
      <ContactToasts />
    </>,
  );
  // Importing the script runs it, as at the end of the page.
  await import("./contact-script.ts");
}

beforeEach(async () => {
  localStorage.clear();
  calls.length = 0;
  answers.clear();
  answers.set("/functions/v1/handle-contact-submission", () => Response.json({ success: true, id: ID }));
  answers.set("/functions/v1/handle-email", () => Response.json({ success: true }));
  vi.stubGlobal("fetch", network);
  vi.clearAllMocks();
  vi.resetModules();
  await open();
});
// Each test loads the script again, so remove the listeners of the last one.
afterEach(() => {
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Send/ });
const submit = () => fireEvent.submit(screen.getByRole("form"));
const shown = () => [...document.querySelectorAll<HTMLElement>("[data-toast]")].find((card) => !card.hidden)?.textContent;
const typed = () => ["Name", "Email", "Message"].map((label) => field(label).value);

function write(): void {
  fill("Name", "Ruth ");
  fill("Email", "ruth@example.org");
  fill("Message", "Where is my sermon?");
}

test("the form is disabled until its script runs", () => {
  expect(renderToStaticMarkup(<ContactForm />)).toContain("<fieldset disabled");
});

test("a message is stored with its source, and the administrators are notified", async () => {
  write();
  submit();
  await waitFor(() => expect(shown()).toContain("Message Sent"));
  expect(shown()).toContain("We'll get back to you as soon as possible.");
  await waitFor(() => expect(calls).toHaveLength(2));
  const message = { name: "Ruth", email: "ruth@example.org", message: "Where is my sermon?" };
  expect(calls).toEqual([
    {
      to: "/functions/v1/handle-contact-submission",
      key: "a.b.c",
      body: { ...message, formSource: "contact_page" },
    },
    {
      to: "/functions/v1/handle-email",
      key: "a.b.c",
      body: { action: "notify_admin", data: { submission_id: ID, ...message, form_source: "contact_page" } },
    },
  ]);
  expect(typed()).toEqual(["", "", ""]);
});

test("while a message is being sent the fields are disabled and the button says so", async () => {
  const sending = Promise.withResolvers<Response>();
  answers.set("/functions/v1/handle-contact-submission", () => sending.promise);
  write();
  submit();
  await waitFor(() => expect(button().textContent).toBe("Sending..."));
  expect(field("Name").closest("fieldset")?.disabled).toBe(true);
  submit();
  sending.resolve(Response.json({ success: true, id: ID }));
  await waitFor(() => expect(button().textContent).toBe("Send Message"));
  expect(field("Name").closest("fieldset")?.disabled).toBe(false);
  expect(document.activeElement).toBe(button());
  expect(calls.filter(({ to }) => to.endsWith("submission"))).toHaveLength(1);
});

test.for([
  ["a refusal", () => Response.json({ code: "over_request_rate_limit", message: "Too many" }, { status: 429 })],
  ["a crash", () => new Response("gateway", { status: 502 })],
  ["an answer without success", () => Response.json({ success: false })],
  [
    "no network",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
] as const)("%s is told, and what was typed stays", async ([, answer]) => {
  answers.set("/functions/v1/handle-contact-submission", answer);
  write();
  submit();
  await waitFor(() => expect(shown()).toContain("Something went wrong"));
  expect(shown()).toContain("Please try again later.");
  expect(typed()).toEqual(["Ruth ", "ruth@example.org", "Where is my sermon?"]);
  expect(calls.some(({ to }) => to.endsWith("handle-email"))).toBe(false);
});

test("a failed notification is only logged, without what the visitor wrote", async () => {
  answers.delete("/functions/v1/handle-email");
  write();
  submit();
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(shown()).toContain("Message Sent");
  expect(logged.mock.calls.flat().join(" ")).not.toMatch(/ruth|sermon/i);
});

test("an invalid field shows an error, which disappears once corrected", async () => {
  fill("Email", "ruth");
  submit();
  expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual(
    expect.arrayContaining(["Please enter your name", "Please enter a valid email address", "Please enter your message"]),
  );
  expect(document.activeElement).toBe(field("Name"));
  expect(field("Email").getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field("Email").getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Please enter a valid email address",
  );
  fill("Email", "ruth@example.org");
  expect(field("Email").getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText("Please enter a valid email address")).toBeNull();
  fill("Email", "");
  expect(field("Email").getAttribute("aria-invalid")).toBeNull();
  submit();
  await screen.findByText("Please enter your email address");
  expect(calls).toEqual([]);
});

test("a message of spaces is rejected", () => {
  write();
  fill("Message", "   ");
  submit();
  expect(field("Message").getAttribute("aria-invalid")).toBe("true");
  expect(calls).toEqual([]);
});

test("the honeypot field is sent to the server", async () => {
  write();
  fireEvent.input(field("Website"), { target: { value: "https://spam.example" } });
  submit();
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ website: "https://spam.example" }));
  expect(field("Website").tabIndex).toBe(-1);
});

async function sent(): Promise<HTMLElement> {
  write();
  submit();
  await waitFor(() => expect(shown()).toBeDefined());
  const card = document.querySelector<HTMLElement>("[data-toast=sent]");
  if (!card) throw new Error("no message");
  return card;
}
const pointer = (type: string, clientX: number) => new PointerEvent(type, { clientX, bubbles: true });

test("the toast closes after five seconds, paused under the pointer or focus", async () => {
  const card = await sent();
  vi.useFakeTimers();
  fireEvent.focusIn(card);
  vi.advanceTimersByTime(10_000);
  expect(card.hidden).toBe(false);
  fireEvent.focusOut(card);
  vi.advanceTimersByTime(4_900);
  expect(card.hidden).toBe(false);
  vi.advanceTimersByTime(200);
  expect(card.hidden).toBe(true);
});

test("the toast is closed by its button, by Escape and by a swipe of 50 px", async () => {
  const card = await sent();
  card.dispatchEvent(pointer("pointerdown", 0));
  card.dispatchEvent(pointer("pointermove", 40));
  card.dispatchEvent(pointer("pointerup", 40));
  expect(card.hidden).toBe(false);
  card.dispatchEvent(pointer("pointerdown", 0));
  card.dispatchEvent(pointer("pointerup", 50));
  expect(card.hidden).toBe(true);
  card.hidden = false;
  card.querySelector("button")?.click();
  expect(card.hidden).toBe(true);
  card.hidden = false;
  fireEvent.keyDown(document, { key: "F8" });
  const region = screen.getByRole("region", { name: "Notifications (F8)" });
  expect(document.activeElement).toBe(region);
  fireEvent.keyDown(region, { key: "Escape" });
  expect(card.hidden).toBe(true);
});

test.each([
  [
    "a member",
    { user: { email: "naomi@example.org", user_metadata: { full_name: "Naomi" } } },
    ["Naomi", "naomi@example.org", ""],
  ],
  ["a member without a name", { user: { email: "naomi@example.org" } }, ["", "naomi@example.org", ""]],
  ["a session that can't be read", "not a session", ["", "", ""]],
])("the form of %s has what is known of them, and keeps it after sending", async (_who, session, known) => {
  cleanup();
  vi.resetModules();
  localStorage.setItem("sb-127-auth-token", JSON.stringify(session));
  await open();
  expect(typed()).toEqual(known);
  write();
  expect(typed()).toEqual(["Ruth ", "ruth@example.org", "Where is my sermon?"]);
  submit();
  await waitFor(() => expect(shown()).toContain("Message Sent"));
  expect(typed()).toEqual(known);
});
