import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useSession } from '../data/session.js';
import { THEMES, type Theme, useTheme } from '../theme.js';
import { Menu, MenuItem, MenuLine, menuItemClass } from '../ui/menu.js';
import { signOut } from './sign-out.js';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const LABELS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

export function UserMenu() {
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      trigger={
        <>
          <span
            aria-hidden
            className="grid size-4 shrink-0 place-items-center rounded-full bg-idle-soft text-[10px] leading-none font-semibold"
          >
            {[...user.name][0]?.toUpperCase()}
          </span>
          <span className="truncate">{user.name}</span>
        </>
      }
      triggerClass="flex h-7 items-center gap-2 rounded-md px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink"
      side="top"
    >
      <MenuItem asChild>
        <Link to="/settings/tokens">
          <Settings aria-hidden className="size-4" />
          Settings
        </Link>
      </MenuItem>
      <MenuLine />
      <DropdownMenu.RadioGroup value={theme} onValueChange={(next) => setTheme(next as Theme)}>
        {THEMES.map((option) => {
          const Icon = ICONS[option];
          return (
            <DropdownMenu.RadioItem key={option} value={option} className={menuItemClass}>
              <Icon aria-hidden className="size-4" />
              <span className="flex-1">{LABELS[option]}</span>
              <DropdownMenu.ItemIndicator>●</DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          );
        })}
      </DropdownMenu.RadioGroup>
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden className="size-4" />
        Sign out
      </MenuItem>
    </Menu>
  );
}
