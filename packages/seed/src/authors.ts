import { userIds, users } from './people.js';
import { type ProjectName, projects } from './projects.js';

/**
 * A person who submits changes: a user known by their connected accounts, or a name that the service cannot resolve.
 */
export interface Author {
  name: string;
  email: string;
  userId: number | null;
  /** The person's login in each tool. */
  logins: Partial<Record<string, string>>;
  bot: boolean;
}

const contractors: Author[] = [
  {
    name: 'Ana Sousa',
    email: 'ana.sousa@contract.example.com',
    userId: null,
    logins: { perforce: 'asousa_ext', github: 'anasousa-art', lore: 'asousa_ext' },
    bot: false,
  },
  {
    name: 'Build Bot',
    email: 'build-bot@ci.example.com',
    userId: null,
    logins: { perforce: 'buildbot', github: 'build-bot' },
    bot: true,
  },
];

export function authorsOf(project: ProjectName): Author[] {
  const members = projects[project].members.map((key) => ({
    name: users[key].name,
    email: users[key].email,
    userId: userIds[key],
    logins: Object.fromEntries(users[key].connected),
    bot: false,
  }));
  return [...members, ...contractors];
}
