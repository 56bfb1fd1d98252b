#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@slipway/client';
import { createServer } from './app.js';

const { SLIPWAY_HOST: baseUrl = 'http://127.0.0.1:8080', SLIPWAY_TOKEN: token = '' } = process.env;
const client = createClient({ baseUrl, token });
serveStdio(() => createServer(client));
