import type { Duplex } from "node:stream";
import pg from "pg";

/** Largest accepted message of PostgreSQL, normally a row: four times the largest response of the REST API. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** How long a server may take to close a connection that was said goodbye to. One whose host is gone never does. */
const GOODBYE_MS = 2000;

/** Missing in the published types: attaches the parser to the stream; says goodbye. */
interface WholeConnection extends pg.Connection {
  attachListeners(stream: Pick<Duplex, "on">): void;
  end(): void;
}

/**
 * A `pg` client that closes its connection when it can't parse a response. `pg` parses in the socket's 'data' event, where an exception
 * (ERR_STRING_TOO_LONG for a row of more than 512 MB) can't be caught and ends the process. Here it destroys the socket instead: the
 * connection's queries reject, and the pool replaces it. Also done for messages over `MAX_MESSAGE_BYTES`, before they fill the memory, and
 * for messages of an unknown kind. It also ends without its server, if that does not close the connection in time.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    limitMessageSize(this.connection as WholeConnection);
    limitGoodbye(this.connection as WholeConnection);
  }
}

function limitGoodbye(connection: WholeConnection): void {
  const end = connection.end.bind(connection);
  connection.end = () => {
    setTimeout(() => connection.stream.destroy(), GOODBYE_MS).unref();
    end();
  };
}

function limitMessageSize(connection: WholeConnection): void {
  const attachListeners = connection.attachListeners.bind(connection);
  /** Size so far of the incomplete message, accurate to one read of the socket. */
  let unfinishedBytes = 0;
  connection.on("message", () => {
    unfinishedBytes = 0;
  });
  // The parser reports a message of an unknown kind as a server error, but without the code that real ones always have (PostgreSQL's
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
