export { type CapturedLog, type Diagnosis, diagnose } from './diagnose.js';
