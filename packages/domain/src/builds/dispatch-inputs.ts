const KEY = /^(\s*)(?:"([^"]+)"|'([^']+)'|([\w-]+))\s*:/;

interface Line {
  readonly indent: number;
  readonly key: string;
}

/** The lines that begin with a key, without comments. */
function keysOf(source: string): Line[] {
  return source.split(/\r?\n/).flatMap((line) => {
    const found = KEY.exec(line);
    return found === null ? [] : [{ indent: found[1]?.length ?? 0, key: found[2] ?? found[3] ?? found[4] ?? '' }];
  });
}

/** The lines below the first line with a key, down to the next one that is indented no deeper. */
function below(lines: readonly Line[], key: string): Line[] {
  const start = lines.findIndex((line) => line.key === key);
  if (start === -1) return [];
  const indent = lines[start]?.indent ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.indent <= indent);
  return end === -1 ? rest : rest.slice(0, end);
}

/** The names of the inputs with which a workflow of GitHub Actions can be dispatched, from its file. */
export function dispatchInputs(source: string): string[] {
  const inputs = below(below(below(keysOf(source), 'on'), 'workflow_dispatch'), 'inputs');
  const indent = Math.min(...inputs.map((line) => line.indent));
  return inputs.filter((line) => line.indent === indent).map(({ key }) => key);
}
