import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { provider as asana } from './providers/asana/index.js';
import { provider as deployment } from './providers/deployment/index.js';
import { provider as diversion } from './providers/diversion/index.js';
import { provider as gameEngine } from './providers/game-engine/index.js';
import { provider as jenkins } from './providers/jenkins/index.js';
import { provider as jira } from './providers/jira/index.js';
import { provider as linear } from './providers/linear/index.js';
import { provider as lore } from './providers/lore/index.js';
import { provider as monday } from './providers/monday/index.js';
import { provider as perforce } from './providers/perforce/index.js';
import { provider as trello } from './providers/trello/index.js';

function idOf(provider: Provider, headers: Record<string, string>, payload: Record<string, unknown> = {}) {
  return provider.deliveryId({ headers, payload, endpoint: { path: provider.id } });
}

describe('the delivery id', () => {
  it('comes from a header for Jira, Linear and Diversion, and is the same on every retry', () => {
    expect(idOf(jira, { 'x-atlassian-webhook-identifier': 'a1', 'x-atlassian-webhook-retry': '2' })).toBe('a1');
    expect(idOf(linear, { 'linear-delivery': 'b2' })).toBe('b2');
    expect(idOf(diversion, { 'webhook-id': 'msg_3' })).toBe('msg_3');
    expect(idOf(diversion, { 'svix-id': 'msg_4' })).toBe('msg_4');
  });

  it('comes from X-Slipway-Delivery for Slipway’s own formats, and from no other header', () => {
    const ids = [deployment, gameEngine, jenkins, lore, perforce].map((provider) => [
      idOf(provider, { 'x-slipway-delivery': 'd7' }),
      idOf(provider, { 'idempotency-key': 'd7' }),
    ]);
    expect(ids).toEqual(Array(5).fill(['d7', null]));
  });

  it('of Diversion is the id covered by its signature', () => {
    const both = { 'webhook-id': 'msg_5', 'svix-id': 'msg_6' };
    expect(idOf(diversion, { ...both, 'svix-signature': 'v1,x' })).toBe('msg_6');
    expect(idOf(diversion, { ...both, 'webhook-signature': 'v1,x', 'svix-signature': 'v1,x' })).toBe('msg_5');
    expect(idOf(diversion, { 'webhook-id': '', 'svix-id': 'msg_6' })).toBe('msg_6');
    expect(idOf(diversion, { 'webhook-id': 'msg_5', 'svix-signature': 'v1,x' })).toBeNull();
  });

  it('comes from the body for Trello and monday', () => {
    expect(idOf(trello, {}, { action: { id: '66f0' } })).toBe('66f0');
    expect(idOf(monday, {}, { event: { triggerUuid: 'c5', subscriptionId: 9, isRetry: true } })).toBe('c5:9');
    expect(idOf(monday, {}, { data: { event: { triggerUuid: 'c5' } } })).toBe('c5:');
  });

  it('differs between two monday webhooks that report the same change', () => {
    const first = idOf(monday, {}, { event: { triggerUuid: 'c5', subscriptionId: 9 } });
    expect(idOf(monday, {}, { event: { triggerUuid: 'c5', subscriptionId: 10 } })).not.toBe(first);
  });

  it('differs between monday items and columns changed by one action', () => {
    const act = { triggerUuid: 'c5', subscriptionId: 9, type: 'update_column_value', columnId: 'status' };
    const events = [
      { ...act, pulseId: 41 },
      { ...act, pulseId: 42 },
      { ...act, pulseId: 42, columnId: 'person' },
      { ...act, itemId: 43, type: 'archive_pulse' },
    ];
    const ids = events.map((event) => idOf(monday, {}, { event }));
    expect(new Set(ids).size).toBe(events.length);
    expect(events.map((event) => idOf(monday, {}, { event: { ...event, isRetry: true } }))).toEqual(ids);
  });

  it.each(
    [jira, linear, diversion, trello, monday, asana, perforce, lore].map((provider) => [provider.id, provider]),
  )('of %s is null when none is sent', (_, provider) => {
    expect(idOf(provider as Provider, {}, { action: 'x', event: 'x', data: null })).toBeNull();
  });
});
