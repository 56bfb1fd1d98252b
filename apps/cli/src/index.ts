export { type CliDeps, runCli } from './app.js';
