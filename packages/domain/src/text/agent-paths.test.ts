import { expect, it } from '@jest/globals';
import { shortenAgentPaths } from './agent-paths.js';

it.each([
  [
    'Jenkins on Windows',
    'D:\\J\\workspace\\Harbor-Win64\\Source\\Lamp.cpp(42): error',
    'Source\\Lamp.cpp(42): error',
  ],
  ['a job with spaces', 'in C:\\ci\\workspace\\My job@2\\Game\\Lamp.cs:4', 'in Game\\Lamp.cs:4'],
  ['Jenkins on Linux', '/home/jenkins/workspace/Harbor/src/lamp.c:3:1: error', 'src/lamp.c:3:1: error'],
  ['Azure Pipelines', '/home/vsts/_work/1/s/src/lamp.c:3', 'src/lamp.c:3'],
  ['GitHub Actions', '/home/runner/work/harbor/harbor/src/lamp.c:3', 'src/lamp.c:3'],
  ['an agent with folders of its own', '/Users/build/agent/7/Assets/Lamp.cs(4,1)', 'Assets/Lamp.cs(4,1)'],
  ['an unknown layout', '/Users/build/agent/7/game/src/lamp.c:3', '…/game/src/lamp.c:3'],
  ['two paths in one line', '/home/a/workspace/b/x/y.c and /home/a/workspace/b/z.c', 'x/y.c and z.c'],
])('the path of %s is shortened to the part inside the repository', (_, text, shortened) => {
  expect(shortenAgentPaths(text)).toBe(shortened);
});

it.each([
  'https://ci.studio.test/job/workspace/Harbor/Source/1',
  '//depot/main/Source/Lamp.cpp',
  '/Game/Ships/Config/SK_Sloop',
  '/usr/lib/gcc/x86_64/12/ld: undefined reference',
  'Source/Harbor/Private/Lamp.cpp:3',
  '../../Source/Lamp.cpp',
])('%s stays as it is', (text) => {
  expect(shortenAgentPaths(text)).toBe(text);
});
