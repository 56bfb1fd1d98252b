import { projectHomePath } from '../web/web-paths.js';
import { inline, type NotificationContent } from './message.js';

export function describeTest(
  { project, channelName }: { project: { readonly id: number; readonly name: string }; channelName: string },
  baseUrl: string,
): NotificationContent {
  const url = baseUrl + projectHomePath(project.id);
  return {
    type: 'channel.test',
    message: {
      tone: 'neutral',
      title: 'Test message from Slipway',
      text: `The channel ${inline(channelName)} works. Notifications of the project will arrive here.`,
      quote: null,
      facts: [],
      link: { label: 'Open the project', url },
      source: inline(project.name),
    },
    data: { project_id: project.id },
  };
}
