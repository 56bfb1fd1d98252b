export interface Writable {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** The width of the terminal; undefined if it is unknown. */
  readonly columns: number | undefined;
}

export interface Readable {
  readonly isTerminal: boolean;
  /** Everything up to the end of the input. */
  readAll(): Promise<string>;
  /** One line without its line break; null at the end of the input or when `signal` is aborted. */
  readLine(signal: AbortSignal): Promise<string | null>;
  /** Asks on the terminal and reads a line without echoing it. */
  readSecret(question: string, signal: AbortSignal): Promise<string | null>;
}

export interface CliProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  /** Opens an address in the browser; rejects if there is none. */
  openBrowser(address: string): Promise<void>;
}
