import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['event', 'event_type', 'type'],
    ...['commit_id', 'commit', 'commit.commit_id'],
    ...['data', 'data.commit_id', 'data.commit', 'data.commit.commit_id'],
    ...['repo_id', 'repository.id', 'data.repo.repo_id'],
  ],
  free: ['repository', 'data.repository', 'data.repo', 'author', 'commit.author', 'data.author'],
};
