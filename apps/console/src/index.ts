export { composeConsole } from './compose.js';
