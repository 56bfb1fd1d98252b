import { describeBody, describeField, required } from '../../body.js';
import { idField, textField, timeField } from '../../body-fields.js';
import { describeEndpoint } from '../../endpoint.js';
import { TestDetail, testGroup } from './tests.js';

/** Days that a mute lasts at most, and unless it says otherwise. */
export const MAX_MUTE_DAYS = 14;
const MAX_REASON = 500;

export const muteTest = describeEndpoint({
  name: 'muteTest',
  group: testGroup,
  method: 'POST',
  path: '/v1/projects/:project_id/tests/:test_id/mute',
  scope: 'write:tests',
  summary: 'Mute a test',
  description:
    `A muted test still runs, but its failures count nowhere. A mute ends after ${MAX_MUTE_DAYS} days, or earlier if ` +
    'the test is mended. A broken test cannot be muted, and at most 5 % of a project’s tests can. Muting a muted test ' +
    'replaces its mute.',
  body: describeBody(
    null,
    {
      reason: required(
        describeField(textField({ min: 1, max: MAX_REASON }), 'Why its failures should not count.'),
      ),
      owner_user_id: required(describeField(idField(), 'The member of the project who is to mend it.')),
      until: describeField(
        timeField(),
        `When the mute ends; at most, and by default, ${MAX_MUTE_DAYS} days from now.`,
      ),
    },
    { reason: 'Waits for a device that is being repaired', owner_user_id: 1 },
  ),
  response: TestDetail,
  writes: true,
  errors: ['test_broken', 'mute_limit_reached'],
});

export const unmuteTest = describeEndpoint({
  name: 'unmuteTest',
  group: testGroup,
  method: 'DELETE',
  path: '/v1/projects/:project_id/tests/:test_id/mute',
  scope: 'write:tests',
  summary: 'End the mute of a test',
  description: 'Ending the mute of a test that is not muted changes nothing.',
  response: TestDetail,
  writes: true,
});
