-- CreateTable
CREATE TABLE "earlier_tokens" (
    "token_hash" CHAR(64) NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "earlier_tokens_integration_id_idx" ON "earlier_tokens"("integration_id");

-- AddForeignKey
ALTER TABLE "earlier_tokens" ADD CONSTRAINT "earlier_tokens_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
