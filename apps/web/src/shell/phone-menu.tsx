import { Link } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon, Settings } from 'lucide-react';
import { useState } from 'react';
import { useOpenProject, useProjects } from '../data/session.js';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu.js';
import { StatusDot } from '../ui/status.js';
import { AccountItems, NewAccount } from './account-switcher.js';
import { useNavigation } from './navigation.js';
import { signOut } from './sign-out.js';

export function PhoneMenu() {
  const projects = useProjects();
  const project = useOpenProject();
  const list = useNavigation();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Menu
        label="Menu"
        trigger={<MenuIcon aria-hidden className="size-5" />}
        triggerClass="-ml-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover md:hidden"
        className="max-h-[calc(100dvh-72px)] w-72 overflow-y-auto"
      >
        {project && (
          <MenuGroup title={project.name}>
            <PageItems pages={list('project', project.id)} />
          </MenuGroup>
        )}
        <MenuGroup title="Projects">
          {projects.map(({ id, name, health, health_label: words }) => (
            <MenuItem key={id} asChild>
              <Link to="/projects/$projectId/builds" params={{ projectId: id }}>
                <StatusDot tone={health} label={words} />
                {name}
              </Link>
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup title="Accounts">
          <AccountItems onCreate={() => setCreating(true)} />
        </MenuGroup>
        <MenuLine />
        <MenuItem asChild>
          <Link to="/settings/tokens">
            <Settings aria-hidden className="size-4" />
            Settings
          </Link>
        </MenuItem>
        <PageItems pages={list('help')} />
        <MenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden className="size-4" />
          Sign out
        </MenuItem>
      </Menu>
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  );
}

function PageItems({ pages }: { readonly pages: ReturnType<ReturnType<typeof useNavigation>> }) {
  return pages.map(({ label, icon: Icon, link }) => (
    <MenuItem key={link.to} asChild>
      <Link {...link}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Link>
    </MenuItem>
  ));
}
