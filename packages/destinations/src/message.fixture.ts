import type { Message } from '@slipway/domain';

export const BUILD_URL = 'https://slipway.test/projects/7/builds/91';
export const CHANGE_URL = 'https://slipway.test/projects/7/changes/5';

/** A message with everything that a message can show. */
export const BROKEN: Message = {
  tone: 'bad',
  title: "Harbor-Win64 is broken: 'Drag': is not a member of 'FWaterParams'",
  text: 'Buoyancy.cpp does not compile: the member Drag was removed.',
  quote: "Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'",
  facts: [
    { label: 'Build', value: '#1847', url: BUILD_URL },
    { label: 'Failed builds', value: '2' },
    { label: 'Built', value: 'CL 48211: Raise the quay lights', url: CHANGE_URL },
  ],
  link: { label: 'Open the build', url: BUILD_URL },
  source: 'Harbor',
};

/** Text that every channel would format, link or read as a mention. */
export const HOSTILE =
  '<!channel> @everyone <@U1> [click](http://evil.test) `code` ```fence``` *bold* _it_ ~no~ |x| & <b>&lt;</b> {{DATE(x)}}';

/** A message in which every text is as long and as hostile as it can be. */
export const long = (text: string): Message => ({
  tone: 'bad',
  title: text,
  text,
  quote: text,
  source: text,
  link: { label: text, url: BUILD_URL },
  facts: Array.from({ length: 30 }, () => ({ label: text, value: text, url: CHANGE_URL })),
});

export const LONG = [
  HOSTILE.repeat(200),
  '&'.repeat(20_000),
  '\u{1F525}'.repeat(9_000),
  '"'.repeat(9_000),
  '漢'.repeat(9_000),
];
