import { weekOf } from '@slipway/domain';
import type { TableRows } from './insert-rows.js';
import { accountIds, userIds } from './people.js';
import { projectIds } from './projects.js';
import { after, day } from './times.js';

const groups = [
  { name: 'Vessels', slug: 'vessels', members: [userIds.member, userIds.programmer], takesTurns: true },
  { name: 'Art', slug: 'art', members: [userIds.artist], takesTurns: false },
  { name: 'Build', slug: 'build', members: [userIds.owner, userIds.programmer], takesTurns: true },
];

const RULES = `# The last rule that matches counts.
*                                        @build
//undertow/main/Source/Undertow/...      @vessels
//undertow/main/Content/....uasset       @art
job:undertow-editor-*                    @build
test:Undertow.SalvageCrane.*             @vessels
asset:texture                            @art
`;

/** Teams that own things and take turns on call, and the ownership rules of the main project. */
export function ownerTables(now: Date): TableRows {
  const { studio: accountId } = accountIds;
  const numbered = groups.map((group, index) => ({ id: index + 1, ...group }));
  return [
    [
      'account_groups',
      numbered.map(({ id, name, slug, takesTurns }) => ({
        id,
        accountId,
        name,
        slug,
        rotatesFrom: takesTurns ? weekOf(after(now, -14 * day).getTime()) : null,
        createdAt: after(now, -20 * day),
      })),
    ],
    [
      'group_members',
      numbered.flatMap(({ id: groupId, members }) =>
        members.map((userId, position) => ({ groupId, userId, accountId, position })),
      ),
    ],
    [
      'ownership_rules',
      [{ projectId: projectIds.main, text: RULES, userId: userIds.owner, savedAt: after(now, -19 * day) }],
    ],
  ];
}
