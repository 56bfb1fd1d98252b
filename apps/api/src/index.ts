export { composeApi } from './compose.js';
