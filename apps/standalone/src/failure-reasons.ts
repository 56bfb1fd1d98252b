const maxLines = 5;

/**
 * Why a process ended, according to the end of its log: fatal errors, and lines that are not JSON, such as problems with
 * settings and what Node.js itself prints. The log may contain lines of other processes.
 */
export function failureReasons(log: string, service: string): string[] {
  return log
    .split('\n')
    .flatMap((line) => reasonIn(line, service))
    .slice(-maxLines);
}

interface LogLine {
  level?: string;
  service?: string;
  msg?: string;
  err?: { message?: string };
}

function reasonIn(line: string, service: string): string[] {
  // The end of a JSON line whose beginning was cut off is no reason either.
  if (!line.endsWith('}')) return line.trim() === '' ? [] : [line];
  try {
    const { level, service: writer, msg, err } = JSON.parse(line) as LogLine;
    return level === 'fatal' && writer === service ? [[msg, err?.message].filter(Boolean).join(': ')] : [];
  } catch {
    return [];
  }
}
