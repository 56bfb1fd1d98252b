import { describe, expect, it } from '@jest/globals';
import { readDescribe } from './describe.js';

const tagged = {
  change: '12',
  user: 'mira',
  client: 'mira-ws',
  time: '1793620500',
  desc: 'Relight the quay\n',
  status: 'submitted',
  depotFile0: '//harbor/main/Quay.umap',
  action0: 'edit',
  depotFile1: '//harbor/main/Dusk.uasset',
  action1: 'move/add',
};

const read = {
  user: 'mira',
  client: 'mira-ws',
  time: '1793620500',
  description: 'Relight the quay',
  status: 'submitted',
  files: [
    { path: '//harbor/main/Quay.umap', action: 'edit' },
    { path: '//harbor/main/Dusk.uasset', action: 'move' },
  ],
};

describe('readDescribe', () => {
  it.each([
    ['the tagged object', tagged],
    ['its JSON text', `${JSON.stringify(tagged)}\n`],
    ['a list of one', [tagged]],
    ['the JSON text of a list', JSON.stringify([tagged])],
  ])('reads %s', (_, printed) => {
    expect(readDescribe(printed)).toEqual(read);
  });

  it('reads the text form, with or without a list of files', () => {
    expect(readDescribe('Change 12 by mira@mira-ws on 2026/11/02 11:55:00\r\n\r\n\tRelight the quay\r\n')).toEqual(
      {
        user: 'mira',
        client: 'mira-ws',
        status: 'submitted',
        description: 'Relight the quay',
      },
    );
  });

  it('reads the change description, but not the descriptions of fixed jobs', () => {
    const printed = [
      'Change 12 by mira@mira-ws on 2026/11/02 11:55:00',
      '',
      '\tRelight the quay',
      '\t',
      '\tAffected files ...',
      '\t\tall of them',
      '',
      'Jobs fixed ...',
      '',
      'job000412 on 2026/11/01 by jonas *closed*',
      '',
      '\tThe quay is dark',
      '',
      'Affected files ...',
      '',
      '... //harbor/main/Quay.umap#7 edit',
      '',
    ].join('\n');
    expect(readDescribe(printed)).toMatchObject({
      description: 'Relight the quay\n\nAffected files ...\n\tall of them',
      files: [{ path: '//harbor/main/Quay.umap', action: 'edit' }],
    });
  });

  it('recognizes a pending change by its headline', () => {
    const printed =
      'Change 12 by mira@mira-ws on 2026/11/02 11:55:00 *pending*\n\n\tLater\n\nAffected files ...\n\n';
    expect(readDescribe(printed)).toMatchObject({ status: 'pending', files: [] });
  });

  it('reads a path with a number sign', () => {
    const printed =
      'Change 12 by mira@mira-ws on 2026/11/02 11:55:00\n\n\tA\n\nAffected files ...\n\n... //harbor/a b/C#.txt#2 add\n';
    expect(readDescribe(printed).files).toEqual([{ path: '//harbor/a b/C#.txt', action: 'add' }]);
  });

  it.each([undefined, null, '', 'no such changelist', '{', '[', '"{}"', 7, true, [], [[]], '[[[[]]]]'])(
    'reads nothing from %j',
    (printed) => {
      const { time, ...fields } = readDescribe(printed);
      expect({ time, fields }).toEqual({ time: undefined, fields: {} });
    },
  );
});
