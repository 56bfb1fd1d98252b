// The limit: node:http that reads and parses the body, checks its signature if there is a secret, and does nothing with it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT, SECRET } = process.env;

function isSigned(body, header = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
  const sent = Buffer.from(header);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const isAllowed = SECRET === undefined || isSigned(body, request.headers['x-hub-signature-256']);
    const { job_name: name = '' } = JSON.parse(body.toString('utf8'));
    const answer = JSON.stringify({ status: 'accepted', delivery_id: name });
    response.writeHead(isAllowed ? 200 : 401, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => process.send('ready'));
