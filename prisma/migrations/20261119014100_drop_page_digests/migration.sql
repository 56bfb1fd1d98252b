-- The release before this one then reads all builds of an integration when a GitHub job reports its steps.
DROP INDEX "build_runs_page_idx";
