export { composeMcp } from './compose.js';
export { tools } from './registry.js';
export { resultSchema } from './tool-result.js';
export { TOOLSETS } from './toolsets.js';
