/** How the start tells what it does; infra/progress.mjs makes one for terminals and for pipes. */
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
