-- CreateEnum
CREATE TYPE "test_verdict" AS ENUM ('broken', 'flaky', 'slow', 'silent', 'fixed', 'new');

-- AlterTable
ALTER TABLE "test_runs" ADD COLUMN     "judge_after" TIMESTAMPTZ(3),
ADD COLUMN     "known_tests" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "test_places" (
    "test_id" BIGINT NOT NULL,
    "suite_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,

    CONSTRAINT "test_places_pkey" PRIMARY KEY ("test_id","suite_id")
);

-- CreateTable
CREATE TABLE "test_states" (
    "test_id" BIGINT NOT NULL,
    "suite_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "state" "test_verdict" NOT NULL,
    "flake_rate" DOUBLE PRECISION NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "verdict" JSONB NOT NULL,
    "judged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_states_pkey" PRIMARY KEY ("test_id","suite_id")
);

-- CreateTable
CREATE TABLE "test_mutes" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "test_id" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "owner_user_id" INTEGER NOT NULL,
    "muted_by_id" INTEGER,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "test_mutes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "test_states_suite_id_idx" ON "test_states"("suite_id");

-- CreateIndex
CREATE INDEX "test_states_project_id_state_test_id_idx" ON "test_states"("project_id", "state", "test_id");

-- CreateIndex
CREATE INDEX "test_mutes_test_id_until_idx" ON "test_mutes"("test_id", "until");

-- CreateIndex
CREATE INDEX "test_mutes_project_id_until_idx" ON "test_mutes"("project_id", "until");

-- CreateIndex
CREATE INDEX "test_runs_to_judge_idx" ON "test_runs"("judge_after") WHERE (judge_after IS NOT NULL);

-- CreateIndex
CREATE INDEX "tests_project_id_id_idx" ON "tests"("project_id", "id");

-- AddForeignKey
ALTER TABLE "test_places" ADD CONSTRAINT "test_places_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_places" ADD CONSTRAINT "test_places_suite_id_fkey" FOREIGN KEY ("suite_id") REFERENCES "test_suites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_states" ADD CONSTRAINT "test_states_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_states" ADD CONSTRAINT "test_states_suite_id_fkey" FOREIGN KEY ("suite_id") REFERENCES "test_suites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_mutes" ADD CONSTRAINT "test_mutes_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
