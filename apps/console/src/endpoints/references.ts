import { type ConsoleReference, countReferences, searchReferences } from '@slipway/contracts';
import type { ReferenceRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';
import { keysetPage, presentLinkedReference } from '@slipway/rest';
import { type ConsoleInput, defineConsoleEndpoint } from '../console-endpoint.js';
import { accountNames, type People, presentChangeLink } from '../presenters.js';

export const search = defineConsoleEndpoint(searchReferences, async (input) => {
  const { project, account, query, services } = input;
  const page = keysetPage(services.cursors, { list: searchReferences, scope: project.id, query });
  const { provider, state, q: text } = query;
  const found = await services.reads.listReferences(project.id, { provider, state, text, order: 'updated' }, page);
  const { rows, pagination } = page.end(found, ({ updatedAt, id }) => ({ at: updatedAt, id }));
  const [mentions, nameOf] = await Promise.all([
    services.reads.nameMentions(project.id, rows),
    accountNames(services, account.id),
  ]);
  const people = { nameOf, redactor: services.redactors.of(project) };
  return { references: rows.map((item) => presentConsoleReference(item, mentions, people)), pagination };
});

type Mentions = Awaited<ReturnType<ConsoleInput<typeof searchReferences>['services']['reads']['nameMentions']>>;

function presentConsoleReference(item: ReferenceRecord, mentions: Mentions, people: People): ConsoleReference {
  return {
    ...presentLinkedReference(item),
    assignee: people.nameOf(item.assigneeUserId),
    changes: mentions.changes
      .filter(({ id }) => item.changeIds.includes(id))
      .map((change) => presentChangeLink(change, people)),
    change_count: item.changeIds.length,
    tasks: mentions.tasks.filter(({ id }) => item.taskIds.includes(id)),
    task_count: item.taskIds.length,
  };
}

export const count = defineConsoleEndpoint(countReferences, async ({ project, services }) => {
  const counts = await services.reads.countReferences(project.id);
  return { counts: counts.map((group) => ({ ...group, state: sanitizeText(group.state) })) };
});
