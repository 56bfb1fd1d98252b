import type { TaskType } from '@slipway/contracts';
import type { Random } from './random.js';
import type { Theme } from './themes.js';

interface Words {
  system: string;
  place: string;
  creature: string;
  prop: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const titles: Record<TaskType, ((w: Words) => string)[]> = {
  bug: [
    ({ system }) => `${capital(system)} state is lost after a reconnect`,
    ({ creature, prop }) => `${capital(creature)} clips through the ${prop}`,
    ({ prop, place }) => `Crash when the ${prop} is dropped during a save in ${place}`,
    ({ system }) => `${capital(system)} runs too fast above 90 frames per second`,
    ({ prop, place }) => `Players can leave ${place} through the floor near the ${prop}`,
    ({ creature }) => `${capital(creature)} sound keeps playing after it despawns`,
    ({ system, place }) => `${capital(system)} prompt stays on screen after leaving ${place}`,
    ({ place }) => `Streaming hitch of 400 ms when entering ${place}`,
  ],
  feature: [
    ({ system }) => `Let players rebind the ${system} controls`,
    ({ system }) => `Show ${system} on the co-op HUD`,
    ({ place }) => `Checkpoint before ${place}`,
    ({ prop }) => `Carry the ${prop} between two players`,
    ({ creature, place }) => `${capital(creature)} encounter for ${place}`,
    ({ system }) => `Accessibility option for slower ${system}`,
    ({ place }) => `Fast travel to ${place} once it has been finished`,
  ],
  chore: [
    ({ system }) => `Move the ${system} module to the current engine API`,
    ({ place }) => `Delete unused lighting scenarios of ${place}`,
    ({ system }) => `Document the ${system} tuning table`,
    ({ prop }) => `Rename ${prop} assets to the naming guide`,
    ({ system }) => `Cover ${system} with automation tests`,
    ({ place }) => `Split ${place} into streaming cells`,
  ],
  art: [
    ({ prop }) => `Repaint the ${prop} for close-ups`,
    ({ place }) => `Second lighting pass on ${place}`,
    ({ creature }) => `Idle variations for the ${creature}`,
    ({ prop, place }) => `Broken ${prop} for ${place}`,
    ({ creature }) => `Rig the ${creature} for the turn animation`,
    ({ place }) => `Skyline cards for ${place}`,
  ],
  content: [
    ({ creature }) => `Write barks for the ${creature} encounter`,
    ({ place }) => `Place loot in ${place}`,
    ({ place }) => `Translate the signs in ${place}`,
    ({ prop }) => `Item text for the ${prop}`,
    ({ system, place }) => `Tutorial beat for ${system} in ${place}`,
    ({ creature }) => `Journal entry about the ${creature}`,
  ],
  balance: [
    ({ system }) => `${capital(system)} cost on the hard setting`,
    ({ creature, place }) => `Fewer ${creature} spawns in ${place}`,
    ({ prop }) => `Price of the ${prop} in the first shop`,
    ({ system }) => `${capital(system)} curve for four players`,
    ({ creature }) => `${capital(creature)} damage against new players`,
    ({ place }) => `Time limit of the challenge in ${place}`,
  ],
};

const details = [
  'Seen in the Thursday playtest by three of eight players.',
  'Happens on the shipping build only; the editor is fine.',
  'Agreed in the milestone review, see the notes there.',
  'Small, but it is in the first ten minutes of the game.',
  'Needs a second pair of eyes before it goes in.',
  'The old behaviour has to stay available behind a console variable.',
  'Please keep the reference screenshots next to the source files.',
];

function draw(random: Random, theme: Theme): Words {
  return {
    system: random.pick(theme.systems),
    place: random.pick(theme.places),
    creature: random.pick(theme.creatures),
    prop: random.pick(theme.props),
  };
}

/** A title that this project does not have yet, as long as the words allow one. */
export function taskTitle(random: Random, theme: Theme, type: TaskType, taken: Set<string>): string {
  let title = '';
  for (let attempt = 0; attempt < 12; attempt++) {
    title = random.pick(titles[type])(draw(random, theme));
    if (!taken.has(title)) break;
  }
  taken.add(title);
  return title;
}

export function taskDescription(random: Random): string {
  return random.some(details, random.int(0, 2)).join(' ');
}
