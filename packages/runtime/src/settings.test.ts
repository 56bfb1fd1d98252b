import { expect, it } from '@jest/globals';
import { loadSettings, SettingsError } from './settings.js';

const required = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://redis', APP_SECRET: 'x'.repeat(16) };
const networks = ['', '10.20.0.0/16', '0.0.0.0/0', '10.0.0.0/8, 2001:db8::/32,192.0.2.7/32', '::1/128'];

it.each(networks)('GENERAL_RATE_LIMIT_EXEMPT can be %j', (value) => {
  const settings = loadSettings({ ...required, GENERAL_RATE_LIMIT_EXEMPT: value });
  expect(settings.GENERAL_RATE_LIMIT_EXEMPT).toBe(value);
});

it.each([
  '10.20.0.0',
  '10.20.0.0/33',
  '10.20.0.300/8',
  '2001:db8::/129',
  'office',
  '10.0.0.0/8,',
  '10.0.0.0/',
  '/8',
])('GENERAL_RATE_LIMIT_EXEMPT cannot be %j', (value) => {
  const problem = `"${value}" must be networks such as 10.20.0.0/16 or 2001:db8::/32, separated by commas`;
  const load = () => loadSettings({ ...required, GENERAL_RATE_LIMIT_EXEMPT: value });
  expect(load).toThrow(new SettingsError([`GENERAL_RATE_LIMIT_EXEMPT: ${problem}`]));
});

const [first, second] = ['a'.repeat(16), `${'b'.repeat(40)}=\n`] as const;

it.each(['', first, second, `${first},${second}`])('APP_SECRET_ALSO_ACCEPTED can be %j', (value) => {
  const settings = loadSettings({ ...required, APP_SECRET_ALSO_ACCEPTED: value });
  expect(settings.APP_SECRET_ALSO_ACCEPTED).toBe(value);
});

it.each(['short', `${first},short`, `${first}, ${second}`, `${first},`, `,${first}`])(
  'APP_SECRET_ALSO_ACCEPTED cannot be %j, and the message does not reveal it',
  (value) => {
    const load = () => loadSettings({ ...required, APP_SECRET_ALSO_ACCEPTED: value });
    const problem = 'must be values of at least 16 characters, separated by commas without spaces';
    expect(load).toThrow(new SettingsError([`APP_SECRET_ALSO_ACCEPTED: ${problem}`]));
  },
);
