-- AlterTable
ALTER TABLE "audit_entries" ALTER COLUMN "user_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "handshake_open_until" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '24:00:00'::interval),
ADD COLUMN     "require_signatures" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "signature_tolerance_minutes" SMALLINT NOT NULL DEFAULT 5;

-- Existing integrations get the window that they would have had: it is open only if they were added in the last 24 hours.
UPDATE "integrations" SET "handshake_open_until" = "created_at" + interval '24 hours';
