export { createApp as routeTiers, type Tiers } from './app.js';
