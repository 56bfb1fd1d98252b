import { userIds, users } from './people.js';
import { type IntegrationName, integrations, type ProjectName, projects } from './projects.js';
import type { Random } from './random.js';

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

/** The author as reported by a tool. */
export interface Byline {
  author: string;
  authorUid: string;
  authorUserId: number | null;
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

/** Tools differ in what they send: a login, a name, a name with an email address, or only the address. */
export function bylineOf(random: Random, author: Author, integration: IntegrationName): Byline {
  const { provider } = integrations[integration];
  const login = author.logins[provider];
  const byline = { authorUid: login ?? author.email, authorUserId: author.userId };
  const full = `${author.name} <${author.email}>`;
  const draw = random.next();
  // No connected account tells who they are, so every tool reports them under one name.
  if (author.userId === null) return { ...byline, author: draw < 0.2 ? full : author.name };
  if (provider === 'github') return { ...byline, author: draw < 0.4 ? full : author.name };
  if (provider === 'diversion') return { ...byline, author: draw < 0.5 ? author.email : author.name };
  return { ...byline, author: draw < 0.12 ? full : (login ?? author.name) };
}
