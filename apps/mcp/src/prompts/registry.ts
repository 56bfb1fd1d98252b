// Generated from the folder by `npm run generate`. Do not edit.
import { prompt as reviewPendingAssetsPrompt } from './review-pending-assets.js';
import { prompt as triageBrokenBuildPrompt } from './triage-broken-build.js';

export const prompts = [
  reviewPendingAssetsPrompt,
  triageBrokenBuildPrompt,
] as const;
