import type { ChangeSince, ConsoleBuildDetail, Investigation } from '@slipway/contracts';
import { splitDiagnosis } from '../../ui/cause.js';

const CONFIDENCES: readonly (readonly [from: number, words: string])[] = [
  [0.9, 'Almost certain'],
  [0.75, 'Likely'],
  [0.5, 'Possible'],
  [0, 'A guess'],
];

/** Describes a confidence in words. */
export function confidenceWords(confidence: number | null): string {
  return CONFIDENCES.find(([from]) => (confidence ?? 0) >= from)?.[1] ?? 'A guess';
}

const CATEGORIES: Readonly<Record<string, string>> = {
  compile: 'Compiler error',
  link: 'Linker error',
  codegen: 'Code generation',
  config: 'Configuration',
  toolchain: 'Toolchain',
  cook: 'Content cooking',
  shader: 'Shader compilation',
  packaging: 'Packaging',
  signing: 'Signing',
  test: 'Failed test',
  lint: 'Lint error',
  content: 'Broken content',
  dependency: 'Missing dependency',
  source_control: 'Version control',
  network: 'Network',
  infra: 'Build machine',
};

/** Describes the category of a failure. */
export function categoryWords(category: string | null): string {
  return CATEGORIES[category ?? ''] ?? 'Unknown failure type';
}

const STEPS: readonly (readonly [name: string, words: string])[] = [
  ['read_log', 'Read the log'],
  ['compare_with_passing', 'Compare with passing builds'],
  ['find_cause', 'Find the cause'],
  ['attribute', 'Find the change'],
];

/** A step of an investigation as its card shows it. */
export interface ShownStep {
  readonly name: string;
  readonly words: string;
  readonly status: string;
  readonly detail: string;
}

/** The steps taken so far, and those still to come. */
export function shownSteps({ steps, status }: Pick<Investigation, 'steps' | 'status'>): ShownStep[] {
  const words = new Map(STEPS);
  const taken = steps.map((step) => ({ ...step, words: words.get(step.name) ?? 'Write the finding' }));
  if (status === 'completed' || status === 'failed') return taken;
  const names = new Set(steps.map(({ name }) => name));
  const coming = STEPS.filter(([name]) => !names.has(name));
  return [...taken, ...coming.map(([name, text]) => ({ name, words: text, status: 'queued', detail: '' }))];
}

const FILE =
  /((?:[A-Za-z]:)?[\w.+@/\\-]*\.(?:cpp|cxx|cc|c|hpp|h|inl|mm|m|cs|csproj|usf|ush|hlsl|glsl|shader|uasset|umap|uplugin|uproject|ini|prefab|unity|asset|mat|py|tsx?|jsx?|json|java|kts?|gradle|swift|plist|xml|ya?ml|rs|go|lua))\b(?:\]? \[Line: (\d+)|[(:](\d+))?/g;

/** A file named in a log line, relative to the workspace, and its line number. */
export interface NamedFile {
  readonly path: string;
  readonly line: number | null;
}

/** The first file named in the quoted lines, preferably one with a folder. */
export function namedFile(evidence: readonly { readonly text: string }[]): NamedFile | null {
  const files = evidence.flatMap(({ text }) => [...text.matchAll(FILE)].map(toFile));
  return files.find(({ path }) => path.includes('/')) ?? files[0] ?? null;
}

function toFile([, path = '', second, third]: RegExpExecArray): NamedFile {
  const line = second ?? third;
  return {
    path: path.replaceAll('\\', '/').replace(/^.*\/workspace\/[^/]+\//, ''),
    line: line === undefined ? null : Number(line),
  };
}

/** A line of the log near the key line. */
export interface ContextLine {
  readonly line: number;
  readonly text: string;
}

const AROUND = 3;

/** The key line and the lines around it. Without a log, the quoted lines. */
export function contextOf(
  lines: readonly string[] | undefined,
  evidence: readonly ContextLine[],
): readonly ContextLine[] {
  const [key] = evidence;
  if (key === undefined) return [];
  if (lines === undefined || key.line > lines.length) return evidence;
  const from = Math.max(1, key.line - AROUND);
  const to = Math.min(lines.length, key.line + AROUND);
  return lines.slice(from - 1, to).map((text, index) => ({ line: from + index, text }));
}

/** The person to ask, and the suspect to ask about. */
export function suspectOf({ changes, asked }: Pick<ConsoleBuildDetail, 'changes' | 'asked'>): {
  readonly change: ChangeSince | undefined;
  readonly person: string | null;
} {
  const change = changes.find(({ is_suspect: isSuspect }) => isSuspect);
  return { change, person: asked ?? change?.person ?? (change?.author || null) };
}

/** The finding as text, for a chat or an issue tracker. */
export function findingText(build: ConsoleBuildDetail, address: string): string {
  const { investigation } = build;
  if (investigation === null) return '';
  const { change, person } = suspectOf(build);
  const [key] = investigation.evidence;
  const file = namedFile(investigation.evidence);
  const place = file && `${file.path}${file.line === null ? '' : `:${file.line}`}`;
  const rows = [
    `${build.ci_job_name} #${build.build_number} failed: ${splitDiagnosis(investigation.diagnosis ?? '').sentence}`,
    key && `Line ${key.line}: ${key.text}`,
    place && `File: ${place}`,
    investigation.suggested_fix && `Suggested fix: ${investigation.suggested_fix}`,
    `Confidence: ${confidenceWords(investigation.confidence).toLowerCase()}`,
    change && `Change: ${change.display_identifier} ${change.description.split('\n')[0]}`,
    person && `Ask: ${person}`,
    key ? `${address}#L${key.line}` : address,
  ];
  return rows.filter(Boolean).join('\n');
}
