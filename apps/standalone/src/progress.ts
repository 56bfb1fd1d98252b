/** Prints the progress of the start; infra/progress.mjs implements it. */
export interface Progress {
  step<T>(
    text: { doing: string; done: string | ((result: T) => string) },
    work: (update: (detail: string) => void) => Promise<T>,
  ): Promise<T>;
  info(line?: string): void;
  warn(line: string): void;
  fail(line: string): void;
  bold(text: string): string;
  dim(text: string): string;
}
