import {
  Activity,
  Boxes,
  ChartNoAxesColumn,
  CheckCheck,
  GitCommitHorizontal,
  Hammer,
  House,
  Inbox,
  Link2,
  ListTodo,
  type LucideIcon,
  Plug,
  Rocket,
  Settings,
  Users,
} from 'lucide-react';

/** An entry of the rail. */
export interface NavigationEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: string;
  /** The keys that lead there, such as `g h`. */
  readonly keys?: string;
}

/** The pages of an account. */
export const WORKSPACE: readonly NavigationEntry[] = [
  { label: 'Home', icon: House, to: '/', keys: 'g h' },
  { label: 'Feed', icon: Activity, to: '/feed', keys: 'g f' },
  { label: 'Approvals', icon: CheckCheck, to: '/approvals', keys: 'g a' },
  { label: 'Deliveries', icon: Inbox, to: '/deliveries', keys: 'g d' },
  { label: 'Metrics', icon: ChartNoAxesColumn, to: '/insights', keys: 'g m' },
];

const SECTIONS: readonly (readonly [section: string, label: string, icon: LucideIcon])[] = [
  ['builds', 'Builds', Hammer],
  ['changes', 'Changes', GitCommitHorizontal],
  ['tasks', 'Tasks', ListTodo],
  ['assets', 'Assets', Boxes],
  ['deployments', 'Deployments', Rocket],
  ['references', 'Tracker items', Link2],
  ['integrations', 'Integrations', Plug],
  ['deliveries', 'Deliveries', Inbox],
  ['members', 'Members', Users],
  ['settings', 'Settings', Settings],
];

/** The pages of a project. */
export function projectEntries(projectId: number): NavigationEntry[] {
  return SECTIONS.map(([section, label, icon]) => ({ label, icon, to: `/projects/${projectId}/${section}` }));
}
