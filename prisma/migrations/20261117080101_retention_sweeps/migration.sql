-- CreateTable
CREATE TABLE "retention_sweeps" (
    "name" TEXT NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "last_id" BIGINT NOT NULL DEFAULT 0,
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "retention_sweeps_pkey" PRIMARY KEY ("name")
);
