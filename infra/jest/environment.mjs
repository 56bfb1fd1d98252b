import { TestEnvironment } from 'jest-environment-node';
import { IMPORT } from './loaded-once.cjs';

/** A test compares values of these classes with those of the code under test, which uses Node.js' own. */
const SHARED = [
  ...[
    'AggregateError',
    'Error',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
  ],
  ...['Date', 'Map', 'Promise', 'RegExp', 'Set', 'WeakMap', 'WeakSet'],
];

/** Runs a test file as Jest does, but what it tests outside of Jest, where modules are loaded once for all files. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    this.global[IMPORT] = (url) => import(url);
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }
}
