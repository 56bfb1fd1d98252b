-- CreateTable
CREATE TABLE "setup_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_keys_pkey" PRIMARY KEY ("id")
);
