import type { Duplex } from "node:stream";
import pg from "pg";

/** The most bytes that one message of PostgreSQL's (a row, as a rule) may have: four times the largest answer of the REST API. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The method of a connection that its published types leave out: it makes the parser read the stream. */
interface ParsingConnection extends pg.Connection {
  attachListeners(stream: Pick<Duplex, "on">): void;
}

/**
 * A `pg` client whose connection ends when the server's answer can't be read. `pg` parses inside the socket's 'data' event, so what
 * its parser throws (ERR_STRING_TOO_LONG for a row of more than 512 MB) is nobody's to catch and would end the process. Here it
 * destroys the socket instead: the queries of this connection reject, and the pool replaces it. The same goes for a message that is
 * larger than any that we ask for, before it has filled the memory, and for one that is not of the protocol.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    limitMessageSize(this.connection as ParsingConnection);
  }
}

function limitMessageSize(connection: ParsingConnection): void {
  const attachListeners = connection.attachListeners.bind(connection);
  /** Of the message that has begun and is not complete, give or take one read of the socket. */
  let unfinishedBytes = 0;
  connection.on("message", () => {
    unfinishedBytes = 0;
  });
  // The parser gives a message of an unknown kind for an error of the server's. Those always have a code (SQLSTATE; PostgreSQL's
  // manual, "Error and Notice Message Fields").
  connection.on("message", (message: { name: string; code?: string }) => {
    if (message.name === "error" && message.code === undefined) throw new Error("a message of an unknown kind");
  });
  connection.attachListeners = (stream) => {
    const read = (parse: (chunk: Buffer) => void) => (chunk: Buffer) => {
      try {
        unfinishedBytes += chunk.length;
        parse(chunk);
        if (unfinishedBytes > MAX_MESSAGE_BYTES) throw new Error(`a message of more than ${MAX_MESSAGE_BYTES} bytes`);
      } catch (cause) {
        // Not connection.stream, which is the outer socket while TLS is being set up.
        (stream as Duplex).destroy(new Error("PostgreSQL's answer can't be read", { cause }));
      }
    };
    attachListeners({
      on(event: string, listener: (chunk: Buffer) => void) {
        stream.on(event, event === "data" ? read(listener) : listener);
        return this as Duplex;
      },
    });
  };
}
