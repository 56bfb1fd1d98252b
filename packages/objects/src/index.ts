export { openObjectStore } from './open-object-store.js';
