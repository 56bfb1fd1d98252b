export { seedDemo } from './seed-demo.js';
export { tellStory } from './story.js';
