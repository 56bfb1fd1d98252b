-- AlterTable
ALTER TABLE "investigations" ADD COLUMN     "suspects" JSONB;
