import { describe, expect, it } from '@jest/globals';
import { DEPLOYMENT_STATUSES } from '@slipway/contracts';
import { deploymentStatusOfWord } from './deployment-status.js';

describe('deploymentStatusOfWord', () => {
  it.each(DEPLOYMENT_STATUSES)('reads %s as itself', (status) => {
    expect(deploymentStatusOfWord(status)).toBe(status);
  });

  it.each([
    ['created', 'pending'],
    ['queued', 'pending'],
    ['uploaded', 'submitted'],
    ['upload_completed', 'submitted'],
    ['build_uploaded', 'submitted'],
    ['upload_started', 'uploading'],
    ['review_started', 'in_review'],
    ['processing', 'in_review'],
    ['review_approved', 'approved'],
    ['review_rejected', 'rejected'],
    ['failed', 'rejected'],
    ['released', 'live'],
    ['published', 'live'],
    ['deployed', 'live'],
    ['set_live', 'live'],
    ['rollback', 'rolled_back'],
    ['reverted', 'rolled_back'],
    ['Set_Live', 'live'],
    [' LIVE\n', 'live'],
  ])('reads %j as %s', (word, status) => {
    expect(deploymentStatusOfWord(word)).toBe(status);
  });

  it.each(['', 'promoted', 'success', 'constructor', '__proto__'])('knows no status for %j', (word) => {
    expect(deploymentStatusOfWord(word)).toBeNull();
  });
});
