import { connect, type Socket } from "node:net";
import { PASSWORD, type Person } from "./people.ts";
import { record, timed, type Ending, type SamplesByName } from "./samples.ts";

export interface Target {
  url: string;
  anonKey: string;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  token?: string | undefined;
}

/** Timeout of one request. */
const REQUEST_TIMEOUT_MS = 30_000;

/** One attacker, with its own account and IP address. Records how each request ends. */
export class HostileClient {
  readonly target: Target;
  readonly person: Person;
  readonly #kind: string;
  readonly #samples: SamplesByName;
  readonly #sockets = new Set<Socket>();
  token = "";
  refreshToken = "";
  /** Path of a signed upload URL. */
  signedPath = "";

  constructor(target: Target, person: Person, kind: string, samples: SamplesByName) {
    this.target = target;
    this.person = person;
    this.#kind = kind;
    this.#samples = samples;
  }

  async ask(
    path: string,
    { method = "GET", headers = {}, body, token = this.token }: RequestOptions = {},
  ): Promise<Ending & { text: string }> {
    const { url, anonKey } = this.target;
    const ending = await timed(() =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${token || anonKey}`,
          "x-forwarded-for": this.person.address,
          ...(typeof body === "string" && { "content-type": "application/json" }),
          ...headers,
        },
        body: body ?? null,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }),
    );
    record(this.#samples, this.#kind, ending);
    return ending;
  }

  post(path: string, body: object, more: RequestOptions = {}): Promise<Ending & { text: string }> {
    return this.ask(path, { method: "POST", body: JSON.stringify(body), ...more });
  }

  async signIn(): Promise<void> {
    const { text } = await this.post("/auth/v1/token?grant_type=password", { email: this.person.email, password: PASSWORD });
    this.token = field(text, "access_token");
    this.refreshToken = field(text, "refresh_token");
  }

  /** Opens a connection, writes `bytes`, then `more` every second, and records the answer. Resolves when it closes, at the latest after `holdMs`. */
  raw(bytes: string, { holdMs, more = "" }: { holdMs: number; more?: string }): Promise<void> {
    const { hostname, port } = new URL(this.target.url);
    const began = performance.now();
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      this.#sockets.add(socket);
      let head = "";
      const drip = setInterval(() => {
        if (performance.now() - began > holdMs) socket.destroy();
        else if (more) socket.write(more);
      }, 1000);
      socket.setEncoding("latin1").on("data", (text: string) => (head = (head + text).slice(0, 4000)));
      socket.on("connect", () => socket.write(bytes));
      // Ends as "no answer", like a connection that the server closes.
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(drip);
        this.#sockets.delete(socket);
        const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
        const refusedLoad = status === "503" && /^retry-after:/im.test(head);
        record(this.#samples, this.#kind, {
          status: status ? Number(status) : null,
          ms: performance.now() - began,
          code: "",
          refusedLoad,
        });
        resolve();
      });
    });
  }

  /** Request line and headers of a raw request, without the empty line at the end. */
  head(request: string, ...headers: string[]): string {
    const { host } = new URL(this.target.url);
    return [`${request} HTTP/1.1`, `Host: ${host}`, `X-Forwarded-For: ${this.person.address}`, ...headers].join("\r\n");
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** A string field of a JSON body; "" if it is missing. */
export function field(json: string, name: string): string {
  try {
    const value: unknown = (JSON.parse(json) as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
