import { defineQuery } from '../../define-query.js';
import { type Queryable, type Sql, sql } from '../../sql.js';

/** A build whose log is purged, and the text that replaces what messages say about its cause. */
interface PurgedQuotes {
  readonly projectId: number;
  readonly buildRunId: number;
  readonly text: string;
}

/** A message without what it says about the cause. */
const withoutCause = (message: Sql, text: string) =>
  sql`${message} || jsonb_build_object('quote', NULL, 'text', ${text}::text)`;

/** The content that is stored with a notification: channels and the bell read it, also when a message is sent again. */
const purgeContent = defineQuery({
  name: 'purge quotes in notifications',
  columns: {},
  examples: [{ projectId: 1, buildRunId: 1, text: '' }],
  build: ({ projectId, buildRunId, text }: PurgedQuotes) => sql`
    UPDATE notifications n SET content = jsonb_set(
      jsonb_set(n.content, '{message}', ${withoutCause(sql`(n.content->'message')`, text)}), '{data,cause}', 'null')
    WHERE n.project_id = ${projectId} AND n.build_run_id = ${buildRunId}
      AND jsonb_typeof(n.content->'data'->'cause') = 'object'`,
});

/** Copies of the messages in mails, alone or in a digest. They are found by their content, which must still be the same. */
const purgeMails = defineQuery({
  name: 'purge quotes in mails',
  columns: {},
  examples: [{ projectId: 1, buildRunId: 1, text: '' }],
  build: ({ projectId, buildRunId, text }: PurgedQuotes) => sql`
    WITH quoting AS (
      SELECT n.content->'message' AS message FROM notifications n
      WHERE n.project_id = ${projectId} AND n.build_run_id = ${buildRunId}
        AND jsonb_typeof(n.content->'data'->'cause') = 'object'
    ), alone AS (
      UPDATE mail_outbox o SET payload = jsonb_set(o.payload, '{message}', ${withoutCause(sql`(o.payload->'message')`, text)})
      WHERE o.kind = 'notification' AND o.payload->'message' IN (SELECT message FROM quoting)
    )
    UPDATE mail_outbox o SET payload = jsonb_build_object('messages', (
      SELECT jsonb_agg(CASE WHEN m.message IN (SELECT message FROM quoting)
        THEN ${withoutCause(sql`m.message`, text)} ELSE m.message END ORDER BY m.place)
      FROM jsonb_array_elements(o.payload->'messages') WITH ORDINALITY AS m (message, place)))
    WHERE o.kind = 'notification_digest'
      AND EXISTS (SELECT FROM quoting WHERE o.payload->'messages' @> jsonb_build_array(quoting.message))`,
});

/** Removes what stored messages quote from the log of a build, in the caller's transaction. */
export async function purgeQuotes(tx: Queryable, purged: PurgedQuotes): Promise<void> {
  await purgeMails.execute(tx, purged);
  await purgeContent.execute(tx, purged);
}
