-- AlterTable
ALTER TABLE "mail_outbox" ADD COLUMN     "unconfirmed" BOOLEAN NOT NULL DEFAULT false;
