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

const RETENTION = [
  'BUILD_RETENTION_DAYS',
  'BUILD_LOG_RETENTION_DAYS',
  'CHANGE_RETENTION_DAYS',
  'DEPLOYMENT_RETENTION_DAYS',
  'ASSET_RETENTION_DAYS',
  'REFERENCE_RETENTION_DAYS',
] as const;

it.each(RETENTION)('%s is not set by default, and may be 90 days or more', (name) => {
  expect(loadSettings({ ...required, [name]: '' })[name]).toBeUndefined();
  for (const days of [90, 3_650]) expect(loadSettings({ ...required, [name]: String(days) })[name]).toBe(days);
});

it.each(RETENTION)('%s cannot be shorter than the feed', (name) => {
  for (const value of ['89', '0', '-1', 'forever', '90.5', '3651']) {
    const problem = 'must be a number of days from 90, because the feed and the metrics cover 90 days, to 3650';
    const load = () => loadSettings({ ...required, [name]: value });
    expect(load).toThrow(new SettingsError([`${name}: "${value}" ${problem}`]));
  }
});
