import type { Writable } from '../terminal.js';
import type { Colours } from './colours.js';
import { oneLine } from './text.js';

/** A line that shows what a command is waiting for. */
export interface Progress {
  update(text: string): void;
  /** Removes the line. */
  stop(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const ERASE_LINE = '\r\u001B[K';

/** A spinner with a text on a terminal; nothing elsewhere. */
export function createProgress(stream: Writable, colours: Colours, text: string): Progress {
  if (!stream.isTerminal) return { update: () => undefined, stop: () => undefined };
  let current = text;
  let frame = 0;
  const draw = () => {
    const spinner = colours.cyan(FRAMES[frame % FRAMES.length] ?? '');
    stream.write(`${ERASE_LINE}${spinner} ${oneLine(current).slice(0, (stream.columns ?? 80) - 3)}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  return {
    update(next) {
      current = next;
      draw();
    },
    stop() {
      clearInterval(timer);
      stream.write(ERASE_LINE);
    },
  };
}
