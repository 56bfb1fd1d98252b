import type { Rollup, WorkspaceEvent } from '@slipway/contracts';
import type { RollupRecord } from '@slipway/db';
import {
  actorOf,
  type FeedEvent,
  feedCursorKey,
  feedPathOf,
  messageOf,
  pillOf,
  type Redactor,
  redactName,
  targetRefOf,
} from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';

export function presentWorkspaceEvent(event: FeedEvent, redactor: Redactor): WorkspaceEvent {
  return {
    event_type: event.eventType,
    project_id: event.projectId,
    project_name: event.projectName,
    actor: actorOf(event, redactor),
    timestamp: presentTime(event.at),
    target_ref: redactName(targetRefOf(event), redactor),
    status: pillOf(event),
    message: redactName(messageOf(event), redactor),
    url: feedPathOf(event),
    cursor_key: feedCursorKey(event),
  };
}

export function presentRollup(rollup: RollupRecord): Rollup {
  return {
    changes_24h: rollup.changes24h,
    builds_passed_24h: rollup.buildsPassed24h,
    builds_failed_24h: rollup.buildsFailed24h,
    open_tasks: rollup.openTasks,
    total_projects: rollup.totalProjects,
    active_projects: rollup.activeProjects,
  };
}
