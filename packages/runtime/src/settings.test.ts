import { expect, it } from '@jest/globals';
import { loadSettings, SettingsError } from './settings.js';

const required = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://redis', APP_SECRET: 'x'.repeat(16) };
const [first, second] = ['a'.repeat(16), `${'b'.repeat(40)}=\n`] as const;

it.each(['', first, second, `${first},${second}`])('APP_SECRET_ALSO_ACCEPTED can be %j', (value) => {
  const settings = loadSettings({ ...required, APP_SECRET_ALSO_ACCEPTED: value });
  expect(settings.APP_SECRET_ALSO_ACCEPTED).toBe(value);
});

it.each(['short', `${first},short`, `${first}, ${second}`, `${first},`, `,${first}`])(
  'APP_SECRET_ALSO_ACCEPTED cannot be %j, and the message does not show it',
  (value) => {
    const load = () => loadSettings({ ...required, APP_SECRET_ALSO_ACCEPTED: value });
    const problem = 'must be values of at least 16 characters, separated by commas without spaces';
    expect(load).toThrow(new SettingsError([`APP_SECRET_ALSO_ACCEPTED: ${problem}`]));
  },
);
