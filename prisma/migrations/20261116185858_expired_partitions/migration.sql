-- CreateTable
CREATE TABLE "expired_partitions" (
    "name" TEXT NOT NULL,
    "last_id" UUID,

    CONSTRAINT "expired_partitions_pkey" PRIMARY KEY ("name")
);
