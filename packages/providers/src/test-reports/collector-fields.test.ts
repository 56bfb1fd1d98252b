import { expect, it } from '@jest/globals';
import { readCollectorFields } from './collector-fields.js';

const URL = 'https://buildkite.com/harbor/win64/builds/12';

const read = (fields: Readonly<Record<string, string>>) =>
  readCollectorFields(new Map(Object.entries({ 'run_env[url]': URL, ...fields })));

it('a build is its page, whatever else the collector says about the run', () => {
  const run = { 'run_env[number]': '12', 'run_env[commit_sha]': 'abc', 'run_env[branch]': 'main' };
  expect(read({ ...run, 'run_env[url]': `${URL}#0190c3` })).toMatchObject({ build: { build_url: URL } });
  expect(read({ 'run_env[url]': '', 'run_env[commit_sha]': 'abc' })).toMatchObject({ build: { commit: 'abc' } });
});

it('tags are parts of the variant, except for those that differ in every run', () => {
  const tags = { 'tags[device]': 'PS5', 'tags[shard]': '2', 'tags[host.type]': 'mac2.metal' };
  const ofOneRun = {
    'tags[ci.worker.id]': 'agent-7',
    'tags[build.id]': '0190c3',
    'tags[cloud.region]': 'eu-west-1',
  };
  expect(read({ ...tags, ...ofOneRun })).toMatchObject({
    variant: { device: 'PS5', tags: { shard: '2', 'host.type': 'mac2.metal' } },
  });
});
