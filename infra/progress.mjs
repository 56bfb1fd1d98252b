const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
// Without a terminal: when a step is first mentioned, and how often it says that it still runs.
const plainAfterMs = 1500;
const plainEveryMs = 15_000;

const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)}s`;

function colours(stream) {
  const on = stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const paint = (code) => (text) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: paint('32'), bad: paint('31'), warn: paint('33'), dim: paint('2'), bold: paint('1') };
}

/** Draws the running steps on the terminal's last line, under what has been printed. */
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
    stream.write(dim(text.slice(0, Math.max(20, (stream.columns ?? 80) - 1))));
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

/** Without a terminal, a long step is mentioned when it proves long and from time to time after that. */
function plainReminder(print, step) {
  const mention = () =>
    print(`  … ${step.detail ?? step.doing}${step.mentioned++ ? ` (${seconds(step.since)})` : ''}`);
  step.mentioned = 0;
  let every;
  const first = setTimeout(() => {
    mention();
    every = setInterval(mention, plainEveryMs).unref();
  }, plainAfterMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
  };
}

/**
 * Prints steps with their progress: on a terminal with a moving line, otherwise as plain lines.
 * `step({ doing, done }, work)` runs `work(update)`; `done` may be a function of its result and is left out when empty.
 */
export function createProgress(stream = process.stdout) {
  const paint = colours(stream);
  const running = new Set();
  // The reader may go away (a closed terminal, `| head`): there is nobody left to tell, and still work to do.
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
