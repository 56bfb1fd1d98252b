import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { IMPORT } from './loaded-once.cjs';

/** Jest has its own classes with these names. Tests use those of Node.js, as the code under test does. */
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

/**
 * Jest creates a storage for every test file and leaves it enabled. Node.js 20 copies the value of each enabled storage
 * into each promise, so that after a hundred files a promise costs sixty times as much as at the start.
 */
const enabledStorages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  enabledStorages.add(this);
  return run.apply(this, args);
};

/** The driver's next version refuses statements that are sent while another one runs on the same connection. */
const parallelStatements = [];
process.on('warning', (warning) => {
  if (warning.message.includes('client is already executing a query')) parallelStatements.push(warning);
});

/** A Jest environment in which tests can import modules that Node.js loads once for all test files of a worker. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    this.global[IMPORT] = (url) => import(url);
    // The code under test uses the timers of Node.js, not Jest's.
    const FakeTimers = this.fakeTimersModern.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_done') test.errors.push(...parallelStatements.splice(0));
  }

  async teardown() {
    await super.teardown();
    for (const storage of enabledStorages) storage.disable();
    enabledStorages.clear();
  }
}
