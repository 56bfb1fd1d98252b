/** What a reader replaces in a command or setting. Each thing has one name on every page. */
export const WEBHOOK_TOKEN = 'YOUR_WEBHOOK_TOKEN';
export const SIGNING_SECRET = 'YOUR_SIGNING_SECRET';
export const API_TOKEN = 'YOUR_API_TOKEN';
