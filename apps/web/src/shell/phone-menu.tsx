import { Link } from '@tanstack/react-router';
import { LogOut, Menu, Settings } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useOpenProject, useProjects } from '../data/session.js';
import { menuClass, menuItemClass } from '../ui/menu.js';
import { StatusDot } from '../ui/status.js';
import { AccountItems, NewAccount } from './account-switcher.js';
import { useNavigation } from './navigation.js';
import { signOut } from './sign-out.js';

const headingClass = 'px-2 pt-2 pb-1 text-xs text-ink-faint';

/** On phones: the part of the sidebar that is not in the bottom bar. */
export function PhoneMenu() {
  const projects = useProjects();
  const project = useOpenProject();
  const list = useNavigation();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label="Menu"
          className="-ml-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover md:hidden"
        >
          <Menu aria-hidden className="size-5" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="start"
            sideOffset={4}
            className={`${menuClass} max-h-[calc(100dvh-72px)] w-72 overflow-y-auto`}
          >
            {project && (
              <DropdownMenu.Group>
                <DropdownMenu.Label className={headingClass}>{project.name}</DropdownMenu.Label>
                {list('project', project.id).map(({ label, icon: Icon, link }) => (
                  <DropdownMenu.Item key={link.to} asChild className={menuItemClass}>
                    <Link {...link}>
                      <Icon aria-hidden className="size-4" />
                      {label}
                    </Link>
                  </DropdownMenu.Item>
                ))}
              </DropdownMenu.Group>
            )}
            <DropdownMenu.Group>
              <DropdownMenu.Label className={headingClass}>Projects</DropdownMenu.Label>
              {projects.map(({ id, name, health, health_label: words }) => (
                <DropdownMenu.Item key={id} asChild className={menuItemClass}>
                  <Link to="/projects/$projectId/builds" params={{ projectId: id }}>
                    <StatusDot tone={health} label={words} />
                    {name}
                  </Link>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
            <DropdownMenu.Group>
              <DropdownMenu.Label className={headingClass}>Accounts</DropdownMenu.Label>
              <AccountItems onCreate={() => setCreating(true)} />
            </DropdownMenu.Group>
            <DropdownMenu.Separator className="my-1 h-px bg-line" />
            <DropdownMenu.Item asChild className={menuItemClass}>
              <Link to="/settings/tokens">
                <Settings aria-hidden className="size-4" />
                Settings
              </Link>
            </DropdownMenu.Item>
            {list('help').map(({ label, icon: Icon, link }) => (
              <DropdownMenu.Item key={link.to} asChild className={menuItemClass}>
                <Link {...link}>
                  <Icon aria-hidden className="size-4" />
                  {label}
                </Link>
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className={menuItemClass} onSelect={() => void signOut()}>
              <LogOut aria-hidden className="size-4" />
              Sign out
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  );
}
