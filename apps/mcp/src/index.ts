export { createServer } from './app.js';
