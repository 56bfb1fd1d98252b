export { seedDemo } from './seed-demo.js';
