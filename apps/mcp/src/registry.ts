// Generated from the folder by `npm run generate`. Do not edit.
import { tool as whoamiTool } from './tools/whoami.js';

export const tools = [
  whoamiTool,
] as const;
