import { parseError } from "../errors.ts";

/** A cursor over one parameter's text. `fail` throws PGRST100 with the column, counted from 1. */
export class Scanner {
  readonly text: string;
  readonly #what: string;
  #position = 0;

  /** `what` names the parameter in errors: `select parameter`, `filter`, `order`. */
  constructor(text: string, what: string) {
    this.text = text;
    this.#what = what;
  }

  get atEnd(): boolean {
    return this.#position >= this.text.length;
  }

  get next(): string {
    return this.text.charAt(this.#position);
  }

  /** Whether `pattern` (sticky) matches here; consumes nothing. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    return pattern.test(this.text);
  }

  /** Consumes what `pattern` (sticky) matches here; null for no match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.#position += found.length;
    return found;
  }

  eat(literal: string): boolean {
    if (!this.text.startsWith(literal, this.#position)) return false;
    this.#position += literal.length;
    return true;
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  expect(literal: string): void {
    if (!this.eat(literal)) this.fail(`"${literal}"`);
  }

  expectEnd(expected: string): void {
    if (!this.atEnd) this.fail(`${expected} or end of input`);
  }

  /** Runs `read`, and resets the position if it returns null. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.#position;
    const value = read();
    if (value === null) this.#position = start;
    return value;
  }

  fail(expected: string): never {
    const found = this.atEnd ? "end of input" : JSON.stringify(this.next);
    throw parseError(`${this.#what} (${this.text})`, this.#position + 1, `unexpected ${found} expecting ${expected}`);
  }
}
