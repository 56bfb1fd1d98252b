import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { sessionQuery, useOpenProject } from '../data/session.js';
import { NotFound } from '../ui/not-found.js';
import { SkeletonRows } from '../ui/states.js';

/** The pages of a project, or that it does not exist. */
export function ProjectPages() {
  return useOpenProject() === undefined ? <UnknownProject /> : <Outlet />;
}

/** The project may have been added since the session was loaded. */
function UnknownProject() {
  const { isFetching } = useQuery({ ...sessionQuery, refetchOnMount: 'always' });
  return isFetching ? <SkeletonRows /> : <NotFound what="Project" />;
}
