export { composeMcp } from './compose.js';
export { tools } from './registry.js';
export { TOOLSETS } from './toolsets.js';
