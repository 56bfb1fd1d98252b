import {
  buildRef,
  commitId,
  hexDigest,
  isoTime,
  type LifeCycle,
  outcomeOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';
import { DELIVERY_HEADER } from '../../shared/delivery-header.js';

const enginePhase =
  (event: string, extra: (details: SampleDetails) => Readonly<Record<string, unknown>> = () => ({})) =>
  (details: SampleDetails) => ({
    path: `game_engine/${event}`,
    headers: { [DELIVERY_HEADER]: details.id },
    body: {
      build_number: details.number,
      job_name: details.job,
      engine: 'unreal',
      target_type: 'shipping',
      platform: 'Win64',
      commit: commitId(details),
      timestamp: isoTime(details.now),
      ...extra(details),
    },
  });

const cooked = (details: SampleDetails) => ({
  path: details.file,
  content_hash: hexDigest(details.id),
  size_bytes: 1_048_576,
});

export const sampleEvents: readonly SampleEvent[] = [
  { name: 'cooking_started', summary: 'Cooking starts', make: enginePhase('cooking_started') },
  { name: 'shaders_started', summary: 'Shader compilation starts', make: enginePhase('shaders_started') },
  { name: 'shaders_completed', summary: 'Shader compilation ends', make: enginePhase('shaders_completed') },
  { name: 'asset_cooked', summary: 'An asset is cooked', make: enginePhase('asset_cooked', cooked) },
  { name: 'packaging_started', summary: 'Packaging starts', make: enginePhase('packaging_started') },
  {
    name: 'build_completed',
    summary: 'The build is finished',
    make: enginePhase('build_completed'),
    feedRef: buildRef,
  },
  {
    name: 'build_failed',
    summary: 'The build fails, with its log',
    make: enginePhase('build_failed', ({ log }) => ({ log })),
    feedRef: buildRef,
  },
];

export const lifeCycle: LifeCycle = {
  weight: 4,
  choose: (random) => [
    'cooking_started',
    'shaders_started',
    'shaders_completed',
    ...(random() < 0.25 ? ['asset_cooked'] : []),
    'packaging_started',
    outcomeOf(random, 'build_completed', 'build_failed'),
  ],
};
