import {
  actorOf,
  type FeedEvent,
  feedCursorKey,
  feedPathOf,
  messageOf,
  projectHomePath,
  type Redactor,
  sanitizeText,
} from '@slipway/domain';
import { Feed } from 'feed';

export interface FeedProject {
  readonly id: number;
  readonly name: string;
}

export interface FeedPlace {
  readonly redactor: Redactor;
  readonly baseUrl: string;
  readonly feedUrl: string;
}

/** XML does not allow most control characters, even escaped. */
function xmlText(text: string): string {
  return sanitizeText(text)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ');
}

/** Entry titles are declared as HTML, and the library does not escape them. */
function htmlText(text: string): string {
  return xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes a project's latest events as an Atom feed. People appear as in the API, without names. */
export function writeAtomFeed(project: FeedProject, events: readonly FeedEvent[], place: FeedPlace): string {
  const { baseUrl, feedUrl, redactor } = place;
  const feed = new Feed({
    title: xmlText(`${project.name} on Slipway`),
    id: `${baseUrl}${projectHomePath(project.id)}`,
    link: `${baseUrl}${projectHomePath(project.id)}`,
    feedLinks: { atom: feedUrl },
    updated: events[0]?.at ?? new Date(0),
    generator: 'Slipway',
    copyright: '',
  });
  for (const event of events) {
    const url = `${baseUrl}${feedPathOf(event)}`;
    feed.addItem({
      title: htmlText(redactor.name(messageOf(event))) || event.eventType,
      // Several events may concern the same page, and each edit lists a task again.
      id: `${url}#${encodeURIComponent(feedCursorKey(event))}`,
      link: url,
      date: event.at,
      author: [{ name: xmlText(actorOf(event, redactor)) }],
      category: [{ name: event.eventType }],
    });
  }
  return feed.atom1();
}
