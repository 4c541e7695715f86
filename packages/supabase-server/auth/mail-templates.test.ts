import { expect, test } from "vitest";
import { writeLetter } from "./mail-templates.ts";

const data = { link: "https://lampstand.example/x?a=1&b=2", code: "012345", newEmail: `"<b>"@example.org` };

test.for(["signup", "invite", "magiclink", "recovery", "email_change_current", "email_change_new"] as const)(
  "both forms of the mail for %s hold its link and its code, and HTML is escaped",
  (type) => {
    const mail = writeLetter("Lampstand", type, data);
    expect(mail.subject).toMatch(new RegExp(`^[\\x20-\\x7e]*Lampstand[\\x20-\\x7e]*$`));
    expect(mail.text).toContain(`\n${data.link}\n`);
    expect(mail.text).toMatch(/^012345$/m);
    expect(mail.html).toContain('href="https://lampstand.example/x?a=1&amp;b=2"');
    expect(mail.html).toContain(">012345<");
    expect(mail.html).not.toContain(data.link);
    expect(mail.html).not.toContain("<b>");
  },
);

test("the mail of a reauthentication has a code and no link", () => {
  const mail = writeLetter("Lampstand", "reauthentication", data);
  expect(mail.text).toMatch(/^012345$/m);
  expect(mail.text + mail.html).not.toContain("https://");
});

test("only the mail to the current address contains the new one", () => {
  const newEmail = "new@example.org";
  expect(writeLetter("Lampstand", "email_change_current", { ...data, newEmail }).text).toContain(newEmail);
  for (const type of ["signup", "invite", "magiclink", "recovery", "email_change_new", "reauthentication"] as const)
    expect(writeLetter("Lampstand", type, { ...data, newEmail }).text).not.toContain(newEmail);
});
