export { composeIngest } from './compose.js';
