-- A kind of channel is a folder of packages/destinations, so that a new one needs no migration. The type stays, because
-- the previous release casts to it when it adds a channel; PostgreSQL converts the value to text.
ALTER TABLE "notification_channels" ALTER COLUMN "kind" TYPE TEXT USING "kind"::text;
