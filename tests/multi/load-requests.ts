import type { LoadRequest } from './load.js';

/** Numbered titles for a task. */
export function taskUpdates(projectId: number, taskId: number, token: string): (count: number) => LoadRequest {
  return (count) => ({
    method: 'PATCH',
    path: `/api/v1/projects/${projectId}/tasks/${taskId}`,
    headers: { authorization: `Bearer ${token}` },
    body: { task: { title: `Written ${count} times` } },
  });
}

/** An assistant's list of the latest builds. */
export function buildListCall(projectId: number, token: string): LoadRequest {
  const params = { name: 'list_builds', arguments: { project: String(projectId) } };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  };
}
