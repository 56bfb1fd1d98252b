import { pageAt } from '../web/web-paths.js';
import { inline, type NotificationContent } from './message.js';

interface ProjectName {
  readonly id: number;
  readonly name: string;
}

const plural = (count: number) => (count === 1 ? '1 credit' : `${count} credits`);

/** What is left of an account's credits, as one of its projects reports it. */
export interface LowCredits {
  readonly project: ProjectName;
  readonly accountName: string;
  readonly credits: number;
}

export function describeLowCredits(
  { project, accountName, credits }: LowCredits,
  baseUrl: string,
): NotificationContent {
  const url = baseUrl + pageAt('/settings/billing', {});
  return {
    type: 'credits.low',
    message: {
      tone: 'bad',
      title: credits === 0 ? 'The account has no credits left' : `The account has ${plural(credits)} left`,
      text: 'Each investigation uses credits. When none are left, failed builds are not investigated.',
      quote: null,
      facts: [{ label: 'Credits left', value: String(credits) }],
      link: { label: 'Open billing', url },
      source: inline(accountName),
    },
    data: { project_id: project.id, credits, url },
  };
}

/** What a project's automatic investigations have spent on a day. */
export interface SpentBudget {
  readonly project: ProjectName;
  readonly spent: number;
  readonly budget: number;
}

/** Writes a notification about a project whose automatic investigations have spent most of their daily budget. */
export function describeLowBudget({ project, spent, budget }: SpentBudget, baseUrl: string): NotificationContent {
  const url = baseUrl + pageAt('/projects/$projectId/settings', { projectId: project.id });
  return {
    type: 'automatic_credits.low',
    message: {
      tone: 'bad',
      title: `Automatic investigations have spent ${spent} of ${plural(budget)} today`,
      text: 'When the budget is spent, new failures are not investigated automatically until midnight US Eastern.',
      quote: null,
      facts: [
        { label: 'Spent today', value: String(spent) },
        { label: 'Daily budget', value: String(budget) },
      ],
      link: { label: 'Open the project settings', url },
      source: inline(project.name),
    },
    data: { project_id: project.id, credits_spent: spent, daily_credits: budget, url },
  };
}
