import { escapeHtml } from "../../../../shared/escape-html.ts";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { Inbox } from "./inbox.ts";
import type { InboxMessage } from "./message.ts";

// No scripts and no external resources; the frame of a mail inherits this policy. Inline styles are allowed, because mails have
// them.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
  body { margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
  header { margin-bottom: 1rem; }
  header, .aside { color: color-mix(in srgb, CanvasText 70%, Canvas); font-size: .875rem; }
  h1 { font-size: 1.25rem; margin: 0; }
  h2 { font-size: 1rem; margin: 1.5rem 0 0; }
  ul { list-style: none; margin: 1.5rem 0; padding: 0; border-top: var(--line); }
  li > a { display: block; padding: .75rem .25rem; color: inherit; text-decoration: none; border-bottom: var(--line); }
  li > a:hover, li > a:focus-visible { background: color-mix(in srgb, CanvasText 6%, Canvas); }
  strong, li .aside { display: block; }
  iframe { width: 100%; height: 70vh; box-sizing: border-box; margin: 1rem 0; border: var(--line); border-radius: .5rem; background: #fff; }
  pre { white-space: pre-wrap; }`;

function page(title: string, main: string, { refresh = false } = {}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh ? '<meta http-equiv="refresh" content="3">' : ""}
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>Development inbox — no mail leaves this machine</header>
<main>${main}</main>
</body>
</html>`;
}

const time = (message: InboxMessage): string =>
  `<time datetime="${escapeHtml(message.receivedAt)}">${escapeHtml(message.receivedAt.replace("T", " ").slice(0, 19))} UTC</time>`;

const subjectOf = (message: InboxMessage): string => escapeHtml(message.subject || "(no subject)");

function listPage(messages: readonly InboxMessage[]): string {
  const heading = "<h1>Inbox</h1>";
  if (messages.length === 0) {
    return page("Inbox", `${heading}<p>Nothing has arrived yet. This page looks again by itself.</p>`, { refresh: true });
  }
  const rows = messages.map(
    (message) =>
      `<li><a href="/inbox/${message.id}"><strong>${subjectOf(message)}</strong><span class="aside">${escapeHtml(message.to)}</span><span class="aside">${time(message)}</span></a></li>`,
  );
  return page("Inbox", `${heading}<p><a href="/inbox">Look again</a></p><ul>${rows.join("")}</ul>`);
}

function messagePage(message: InboxMessage): string {
  const links = message.links.map(
    (link) => `<p><a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${escapeHtml(link)}</a></p>`,
  );
  // No allow-scripts and no allow-same-origin: a mail can be displayed and its links opened, nothing else.
  const frame = `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${escapeHtml(`<base target="_blank">${message.html}`)}"></iframe>`;
  return page(
    message.subject,
    `<p><a href="/inbox">All mail</a></p>
<h1>${subjectOf(message)}</h1>
<div class="aside">to ${escapeHtml(message.to)}</div>
<div class="aside">${time(message)}</div>
${message.html ? frame : ""}
${links.length > 0 ? `<h2>Links</h2>${links.join("")}` : ""}
<details${message.html ? "" : " open"}><summary>Plain text</summary><pre>${escapeHtml(message.text)}</pre></details>`,
  );
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(html);
}

/**
 * GET /inbox, /inbox/:id and /inbox/messages.json (`InboxMessage[]`, newest first). They show every mail; the caller must
 * restrict access.
 */
export function inboxRoutes(inbox: Inbox): FastifyPluginAsync {
  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => {
      void reply.headers({
        "content-security-policy": CONTENT_SECURITY_POLICY,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    });
    app.get("/inbox", async (_request, reply) => send(reply, listPage(inbox.messages())));
    app.get("/inbox/messages.json", async () => inbox.messages());
    app.get<{ Params: { id: string } }>("/inbox/:id", async (request, reply) => {
      const message = inbox.messages().find(({ id }) => id === request.params.id);
      if (message) return send(reply, messagePage(message));
      return send(reply.code(404), page("Not here", '<p>This mail is not here any more. <a href="/inbox">All mail</a></p>'));
    });
  };
}
