// Generated from the folder by `npm run generate`. Do not edit.
import { provider as jenkinsProvider } from './providers/jenkins.js';

export const providers = [
  jenkinsProvider,
] as const;
