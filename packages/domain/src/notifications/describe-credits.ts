import { pageAt } from '../web/web-paths.js';
import { inline, type NotificationContent } from './message.js';

interface ProjectName {
  readonly id: number;
  readonly name: string;
}

const plural = (count: number) => (count === 1 ? '1 credit' : `${count} credits`);

/** Writes a notification about an account that is running out of credits. */
export function describeLowCredits(
  { project, credits }: { readonly project: ProjectName; readonly credits: number },
  baseUrl: string,
): NotificationContent {
  const url = baseUrl + pageAt('/settings/billing', {});
  return {
    type: 'credits.low',
    message: {
      tone: 'bad',
      title: credits === 0 ? 'The account has no credits left' : `The account has ${plural(credits)} left`,
      text: 'Every investigation takes credits. Without any, failed builds are not investigated.',
      quote: null,
      facts: [{ label: 'Credits left', value: String(credits) }],
      link: { label: 'Open billing', url },
      source: inline(project.name),
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
      text: 'When the budget is spent, new failures wait for someone to investigate them. It is renewed at midnight US Eastern.',
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
