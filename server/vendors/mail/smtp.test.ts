import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { createSmtpMailer } from "./smtp.ts";

test("all tries of a mail have the same Message-ID, different from every other mail's (RFC 5322, 3.6.4)", async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, done) {
      let mail = "";
      stream.on("data", (part) => (mail += String(part)));
      stream.on("end", () => done(null, String(received.push(mail))));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "Lampstand <light@lampstand.example>" });
  const mail = { to: "ann@people.example", subject: "one", text: "one", html: "<p>one</p>" };
  for (const id of ["5d3a", "5d3a", undefined, undefined]) await mailer.send({ ...mail, ...(id && { id }) });
  const ids = received.map((one) => /^Message-ID: (.*)\r$/im.exec(one)?.[1]);
  expect(ids.slice(0, 2)).toEqual(Array(2).fill("<5d3a@lampstand.example>"));
  expect(new Set(ids).size).toBe(3);
  await mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

test("with requireTls a server without STARTTLS gets neither the password nor the mail", async () => {
  const heard: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      heard.push(`${username} ${password}`);
      done(null, { user: "light" });
    },
    onMailFrom(sender, _session, done) {
      heard.push(sender.address);
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://light:hidden@127.0.0.1:${port}`;
  const mailer = createSmtpMailer({ url, requireTls: true, from: "Lampstand <light@lampstand.example>" });
  const mail = { to: "ann@people.example", subject: "one", text: "one", html: "<p>one</p>" };
  await expect(mailer.send(mail)).rejects.toThrow("the mail server did not take the mail (ETLS");
  expect(heard).toEqual([]);
  await mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});
