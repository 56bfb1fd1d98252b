export { createApp as routeTiers, type Tiers } from './app.js';
export { backUp } from './backup/back-up.js';
export { restore } from './backup/restore.js';
export { holdPort } from './hold-port.js';
export { ADDRESSES, type Host, type Tier } from './multi/hosts.js';
export { type Stack, type StackOptions, startStack } from './multi/stack.js';
export { superviseChild } from './supervise-child.js';
