-- AlterTable
ALTER TABLE "build_baselines" ADD COLUMN     "past" JSONB,
ADD COLUMN     "past_finished_at" TIMESTAMPTZ(3);
