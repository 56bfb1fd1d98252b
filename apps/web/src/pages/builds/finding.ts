import type { ConsoleBuildDetail, ConsoleSuspect, Investigation } from '@slipway/contracts';
import { splitDiagnosis } from '@slipway/domain/cause';
import { errorMessage } from '../../ui/error-message.js';

export interface BuildProps {
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

const CONFIDENCES: readonly (readonly [from: number, words: string])[] = [
  [0.9, 'Almost certain'],
  [0.75, 'Likely'],
  [0.5, 'Possible'],
  [0, 'A guess'],
];

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

export function categoryWords(category: string | null): string {
  return CATEGORIES[category ?? ''] ?? 'Unknown failure type';
}

const STEPS: readonly (readonly [name: string, words: string])[] = [
  ['read_log', 'Read the log'],
  ['compare_with_passing', 'Compare with passing builds'],
  ['find_cause', 'Find the cause'],
  ['attribute', 'Find the change'],
];

export function shownSteps({ steps, status }: Pick<Investigation, 'steps' | 'status'>) {
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

export function suspectOf({
  suspects,
  attributed_to: name,
}: Pick<ConsoleBuildDetail, 'suspects' | 'attributed_to'>): {
  readonly change: ConsoleSuspect | undefined;
  readonly person: string | null;
} {
  const [change] = suspects;
  return { change, person: name ?? change?.person ?? (change?.author || null) };
}

/** Below this confidence, the quoted line is a guess, and so is a fix for it. */
const LEAST_CONFIDENCE = 0.5;

/** The error that explains a failure; null if the investigation did not find it. */
export function headlineOf(investigation: Investigation | null) {
  const key = investigation?.evidence[0];
  if (key === undefined || investigation?.status !== 'completed') return null;
  if ((investigation.confidence ?? 0) < LEAST_CONFIDENCE) return null;
  const file = namedFile([key]);
  const name = file?.path.split('/').at(-1);
  return {
    message: errorMessage(key.text),
    place: name === undefined ? null : placeText({ path: name, line: file?.line ?? null }),
  };
}

/** The suggested fix; null if it is only general advice, or if the cause is a guess. */
export function fittingFix({
  investigation,
  fix_kind: kind,
}: Pick<ConsoleBuildDetail, 'investigation' | 'fix_kind'>): string | null {
  const isGuess = (investigation?.confidence ?? 0) < LEAST_CONFIDENCE;
  return isGuess || kind === 'general' ? null : (investigation?.suggested_fix ?? null);
}

/** `Fog.cpp:214`, or only the file if the line is unknown. */
export function placeText({ path, line }: NamedFile): string {
  return line === null ? path : `${path}:${line}`;
}

export function findingText(build: ConsoleBuildDetail, address: string): string {
  const { investigation } = build;
  if (investigation === null) return '';
  const { change, person } = suspectOf(build);
  const [key] = investigation.evidence;
  const file = namedFile(investigation.evidence);
  const fix = fittingFix(build);
  const cause = splitDiagnosis(investigation.diagnosis ?? '').sentence;
  const headline = headlineOf(investigation);
  const rows = [
    `${buildName(build)} failed: ${headline?.message ?? cause}`,
    headline && cause,
    key && `Line ${key.line}: ${key.text}`,
    file && `File: ${placeText(file)}`,
    fix && `Suggested fix: ${fix}`,
    `Confidence: ${confidenceWords(investigation.confidence).toLowerCase()}`,
    change && `Suspect: ${change.display_identifier} ${change.description.split('\n')[0]}`,
    change?.reason,
    person && `Ask: ${person}`,
    key ? `${address}#L${key.line}` : address,
  ];
  return rows.filter(Boolean).join('\n');
}

export function buildName(build: Pick<ConsoleBuildDetail, 'ci_job_name' | 'build_number'>): string {
  return `${build.ci_job_name} #${build.build_number}`;
}

/** The address of a build's page, for texts that leave the console. */
export function buildAddress(projectId: number, buildId: string): string {
  return `${window.location.origin}/projects/${projectId}/builds/${buildId}`;
}
