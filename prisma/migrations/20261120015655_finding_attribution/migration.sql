-- AlterTable
ALTER TABLE "investigations" ADD COLUMN     "attribution" TEXT NOT NULL DEFAULT '';
