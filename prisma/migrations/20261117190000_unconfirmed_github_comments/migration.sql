-- A comment is noted before GitHub is asked to create it, so that it is found again if the answer is lost.
ALTER TABLE "github_comments" ALTER COLUMN "comment_id" DROP NOT NULL;
