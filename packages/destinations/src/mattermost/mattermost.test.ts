import { describe, expect, it } from '@jest/globals';
import { BROKEN, BUILD_URL, CHANGE_URL, HOSTILE, LONG, long } from '../message.fixture.js';
import { destination } from './destination.js';
import { mattermostMessage } from './message.js';

describe('Mattermost', () => {
  it('gets an attachment', () => {
    const message = { ...BROKEN, title: 'Harbor is broken', text: 'Build #1847 failed.', quote: 'error <!here>' };
    expect(mattermostMessage(message)).toEqual({
      attachments: [
        {
          fallback: 'Harbor is broken',
          color: '#d93025',
          title: 'Harbor is broken',
          title_link: BUILD_URL,
          text: 'Build \\#\u200B1847 failed\\.\n```\nerror <\u200B!here>\n```',
          fields: [
            { title: 'Build', value: `[\\#\u200B1847](${BUILD_URL})`, short: true },
            { title: 'Failed builds', value: '2', short: true },
            { title: 'Built', value: `[CL 48211\\:\u200B Raise the quay lights](${CHANGE_URL})`, short: true },
          ],
          footer: 'Harbor · Slipway',
        },
      ],
    });
  });

  it('shows text from outside literally: no mention, no link, no format', () => {
    const { attachments } = mattermostMessage({ ...BROKEN, title: HOSTILE, text: HOSTILE, quote: HOSTILE });
    const [{ title, text } = { title: '', text: '' }] = attachments;
    const [escaped = '', quote = ''] = text.split('```');
    expect(title + escaped).not.toMatch(/(?<!\\)[*_~`|[\]<>@]|[@#~:](?!\u200B)/);
    expect(quote).not.toMatch(/`|<!channel>/);
  });

  it.each(LONG)('gets no attachment beyond the limit', (text) => {
    const json = JSON.stringify(mattermostMessage(long(text)).attachments);
    expect(Array.from(json).length).toBeLessThanOrEqual(7_900);
    expect(json.isWellFormed()).toBe(true);
  });

  it.each([
    ['sent', 200, 'ok'],
    ['gone', 400, '{"id":"web.incoming_webhook.invalid.app_error"}'],
    ['gone', 403, ''],
    ['gone', 404, ''],
    ['refused', 400, '{"id":"web.incoming_webhook.parse.app_error"}'],
    ['failed', 501, '{"id":"web.incoming_webhook.disabled.app_error"}'],
  ])('is %s if it answers %d %s', (kind, status, text) => {
    const outcome = destination.protocol?.outcome({ status, text, header: () => undefined }, 0);
    expect(outcome).toMatchObject({ kind });
  });
});
