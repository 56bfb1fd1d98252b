import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, From } from 'dockerfile-ast';
import { checkout } from '../architecture/tool.js';

/** A stage of the Dockerfile. */
export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly from: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly keyword: string;
  /** The text after the keyword, on one line. */
  readonly text: string;
}

/** The images that operators run; the other stages only help to build them. */
export const IMAGES = ['ingest', 'worker', 'api', 'console', 'mcp', 'migrate'] as const;
export type Image = (typeof IMAGES)[number];

/** The stages of a Dockerfile, by name. */
export function readStages(
  text = readFileSync(join(checkout, 'infra', 'Dockerfile'), 'utf8'),
): Map<string, Stage> {
  const stages = new Map<string, Stage & { steps: Step[] }>();
  let last: Step[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? String(stages.size);
      last = [];
      stages.set(name, { name, from: instruction.getImage() ?? '', steps: last });
    } else {
      const words = instruction.getArgumentsContent() ?? '';
      last.push({ keyword: instruction.getKeyword(), text: words.replace(/\\\n\s*/g, '') });
    }
  }
  return stages;
}

/** The steps of a stage, after those of the stages that it starts from. */
export function stepsOf(stages: ReadonlyMap<string, Stage>, name: string): readonly Step[] {
  const stage = stages.get(name);
  return stage === undefined ? [] : [...stepsOf(stages, stage.from), ...stage.steps];
}

/** The last step with a keyword, which is the one that takes effect. */
export function lastOf(steps: readonly Step[], keyword: string): string {
  return steps.findLast((step) => step.keyword === keyword)?.text ?? '';
}

/** The words of a command in its exec form. */
export function wordsOf(command: string): string[] {
  return JSON.parse(command.slice(command.indexOf('['))) as string[];
}

/** The variables that ENV steps set. */
export function variablesOf(steps: readonly Step[]): Record<string, string> {
  const pairs = steps.filter(({ keyword }) => keyword === 'ENV').flatMap(({ text }) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
}
