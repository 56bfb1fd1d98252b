import { getSession } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { readSession } from './read-session.js';

export const endpoint = defineConsoleEndpoint(getSession, ({ caller, services }) => readSession(caller, services));
