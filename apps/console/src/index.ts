export { type ConsoleDeps, createApp } from './app.js';
export { composeConsole } from './compose.js';
