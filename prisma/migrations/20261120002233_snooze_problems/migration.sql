-- CreateEnum
CREATE TYPE "snooze_end" AS ENUM ('date', 'next_change');

-- AlterTable
ALTER TABLE "problems" ADD COLUMN     "assigned_at" TIMESTAMPTZ(3),
ADD COLUMN     "snooze_ends" "snooze_end" NOT NULL DEFAULT 'date',
ADD COLUMN     "snoozed_at" TIMESTAMPTZ(3),
ADD COLUMN     "snoozed_by_id" INTEGER,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "problems_snoozed_idx" ON "problems"("snoozed_until") WHERE (snoozed_until IS NOT NULL);
