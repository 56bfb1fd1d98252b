import { millis, time, type Webhook } from '../webhook.js';

/** The output of `p4 -Mj -ztag describe -s 48213`. */
const describe = {
  change: '48213',
  user: 'asousa',
  client: 'asousa-ws',
  time: String(millis(0) / 1000),
  desc: 'UND-201: New hull for the ferry\n\nAsked for by producer@tidewright.example.com\n',
  status: 'submitted',
  changeType: 'public',
  path: '//undertow/main/...',
  depotFile0: '//undertow/main/Content/Props/T_Hull.png',
  action0: 'add',
  type0: 'binary',
  rev0: '1',
  depotFile1: '//undertow/main/Source/Ferry.cpp',
  action1: 'edit',
  type1: 'text',
  rev1: '12',
  depotFile2: '//undertow/main/Content/Props/SM_Old.fbx',
  action2: 'move/delete',
  type2: 'binary',
  rev2: '3',
  depotFile3: '//undertow/main/Content/Props/SM_Ferry.fbx',
  action3: 'move/add',
  type3: 'binary',
  rev3: '1',
};

/** A trigger that sends only the number, and the same changelist with the output of p4. */
export const submitted = {
  bare: {
    endpoint: 'perforce',
    form: 'fields',
    body: { changelist: '48213', timestamp: time(0) },
  },
  described: { endpoint: 'perforce', body: { changelist: 48_213, describe, stream: '//undertow/main' } },
} satisfies Record<string, Webhook>;
