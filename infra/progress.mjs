const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
// Without a terminal: after how long a running step is first printed, and how often after that.
const plainAfterMs = 1500;
const plainEveryMs = 15_000;

const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)}s`;

function colours(stream) {
  const on = stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const paint = (code) => (text) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: paint('32'), bad: paint('31'), warn: paint('33'), dim: paint('2'), bold: paint('1') };
}

/** Displays the running steps on the last line of the terminal. */
function liveLine(stream, running, dim) {
  let timer;
  let frame = 0;
  const clear = () => stream.write('\r\u001b[K');
  const draw = () => {
    const steps = [...running];
    if (steps.length === 0) return;
    const detail = steps.map((step) => step.detail ?? step.doing).join(', ');
    const text = `  ${frames[frame++ % frames.length]} ${detail} (${seconds(Math.min(...steps.map(({ since }) => since)))})`;
    clear();
    stream.write(dim(text.slice(0, Math.max(20, (stream.columns || 80) - 1))));
  };
  return {
    clear,
    changed() {
      if (running.size > 0 && !timer) timer = setInterval(draw, frameMs).unref();
      if (running.size > 0) return draw();
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Without a terminal, prints a long-running step from time to time. */
function plainReminder(print, step) {
  const remind = () =>
    print(`  … ${step.detail ?? step.doing}${step.reminders++ ? ` (${seconds(step.since)})` : ''}`);
  step.reminders = 0;
  let every;
  const first = setTimeout(() => {
    remind();
    every = setInterval(remind, plainEveryMs).unref();
  }, plainAfterMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

/**
 * Prints steps and their progress: as an animated line on a terminal, otherwise as plain lines.
 * `step({ doing, done }, work)` runs `work(update)`, then prints `done`, which may be a function of the result, unless
 * it is empty.
 */
export function createProgress(stream = process.stdout) {
  const paint = colours(stream);
  const running = new Set();
  // The reader may close the stream (a closed terminal, `| head`); work continues.
  stream.on('error', () => undefined);
  const live = stream.isTTY && process.env.TERM !== 'dumb' ? liveLine(stream, running, paint.dim) : undefined;
  const print = (line) => {
    live?.clear();
    stream.write(`${line}\n`);
    live?.changed();
  };

  async function step({ doing, done }, work) {
    const entry = { doing, detail: undefined, since: Date.now() };
    const quiet = live ? () => undefined : plainReminder(print, entry);
    const end = () => {
      quiet();
      running.delete(entry);
      live?.clear();
      live?.changed();
    };
    running.add(entry);
    live?.changed();
    try {
      const result = await work((detail) => {
        entry.detail = detail;
      });
      end();
      const text = typeof done === 'function' ? done(result) : done;
      if (text) print(`  ${paint.good('✓')} ${text} ${paint.dim(`(${seconds(entry.since)})`)}`);
      return result;
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    step,
    info: (line = '') => print(line),
    warn: (line) => print(`  ${paint.warn('!')} ${line}`),
    fail: (line) => print(`  ${paint.bad('✗')} ${line}`),
    bold: paint.bold,
    dim: paint.dim,
  };
}
