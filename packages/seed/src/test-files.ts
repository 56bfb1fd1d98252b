/** A test of the story, as it ended in one build on one device. */
export interface StoryTest {
  path: string;
  name: string;
  seconds: number;
  /** Null if it passed. */
  failure: string | null;
}

/** What the tests of the story run on, as reports name it. */
export const DEVICES = {
  Win64: { platform: 'Win64', model: '' },
  PS5: { platform: 'PS5', model: '' },
  XSX: { platform: 'XSX', model: '' },
  WebGL: { platform: 'WebGL', model: '' },
  Pixel: { platform: 'Android', model: 'Pixel 8' },
  Galaxy: { platform: 'Android', model: 'Galaxy A54' },
} as const;

const pad = (value: number) => String(value).padStart(2, '0');

/** As Unreal writes times: `2026.11.02-11.40.00`. */
function unrealTime(at: Date): string {
  const date = [at.getUTCFullYear(), pad(at.getUTCMonth() + 1), pad(at.getUTCDate())].join('.');
  return `${date}-${[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(pad).join('.')}`;
}

/** The `index.json` of Unreal's automation tests. */
export function writeUnreal(tests: readonly StoryTest[], device: keyof typeof DEVICES, at: Date): string {
  const failed = tests.filter(({ failure }) => failure !== null).length;
  return JSON.stringify({
    devices: [{ deviceName: `${device}-01`, platform: DEVICES[device].platform, model: 'Default' }],
    reportCreatedOn: unrealTime(at),
    succeeded: tests.length - failed,
    failed,
    totalDuration: tests.reduce((sum, { seconds }) => sum + seconds, 0),
    tests: tests.map(({ path, name, seconds, failure }) => ({
      testDisplayName: name,
      fullTestPath: `${path}.${name}`,
      state: failure === null ? 'Success' : 'Fail',
      duration: seconds,
      entries:
        failure === null
          ? []
          : [
              {
                event: { type: 'Error', message: failure, context: '' },
                filename: `Source/${path.replace('.', '/Tests/')}Test.cpp`,
                lineNumber: 40 + (name.length % 50),
              },
            ],
      warnings: 0,
      errors: failure === null ? 0 : 1,
    })),
  });
}

/** The NUnit report of Unity's test runner. */
export function writeNunit(tests: readonly StoryTest[], at: Date): string {
  const cases = tests.map(({ path, name, seconds, failure }) => {
    const fields = `name="${name}" fullname="${path}.${name}" classname="${path}" duration="${seconds.toFixed(3)}"`;
    return failure === null
      ? `<test-case ${fields} result="Passed"/>`
      : `<test-case ${fields} result="Failed"><failure><message><![CDATA[${failure}]]></message></failure></test-case>`;
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<test-run testcasecount="${tests.length}" start-time="${at.toISOString().slice(0, 19).replace('T', ' ')}Z">`,
    '<test-suite type="Assembly" name="PlayMode.dll">',
    ...cases,
    '</test-suite></test-run>',
  ].join('\n');
}
