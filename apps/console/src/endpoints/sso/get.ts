import { getSso } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readSso } from './present-sso.js';

export const endpoint = defineConsoleEndpoint(getSso, ({ account, services }) => readSso(services, account));
