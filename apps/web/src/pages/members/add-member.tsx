import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { buttonClass } from '../../ui/button.js';
import { menuClass, menuItemClass } from '../../ui/menu.js';

interface Candidate {
  readonly user_id: number;
  readonly name: string;
}

interface AddMemberProps {
  readonly candidates: readonly Candidate[];
  onAdd(person: Candidate): void;
}

/** Adds a member of the account to the project. People from outside must be invited to the account first. */
export function AddMember({ candidates, onAdd }: AddMemberProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass('primary')}>
        <UserPlus aria-hidden className="size-4" />
        Add member
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={`${menuClass} max-h-80 overflow-y-auto`}>
          {candidates.map((person) => (
            <DropdownMenu.Item key={person.user_id} className={menuItemClass} onSelect={() => onAdd(person)}>
              {person.name}
            </DropdownMenu.Item>
          ))}
          {candidates.length === 0 && (
            <p className="max-w-56 px-2 py-1.5 text-ink-soft">Everyone in the account is already a member.</p>
          )}
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/settings/members">Invite someone to the account</Link>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
