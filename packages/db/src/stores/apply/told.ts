import type { Actor, Register, Registers, Weight } from '@slipway/domain';

/** What each told field weighs, as the column `told` keeps it. */
export type ToldColumn = Readonly<Record<string, Weight>>;

/** The weights of registers by field, in the order of `fields`: equal states are equal texts. */
export function toTold<Fields>(
  registers: Registers<Fields>,
  fields: readonly (keyof Fields & string)[],
): ToldColumn {
  const told: Record<string, Weight> = {};
  for (const field of fields) {
    const register: Register<unknown> | undefined = registers[field];
    if (register !== undefined && register.weight.length > 0) told[field] = register.weight;
  }
  return told;
}

/** Registers of a row's values. One that is there but was told by no report weighs least of all. */
export function fromTold<Fields>(
  values: { readonly [K in keyof Fields]: Fields[K] | null | '' },
  told: ToldColumn,
): Registers<Fields> {
  const registers: { [K in keyof Fields]?: Register<Fields[K]> } = {};
  for (const field of Object.keys(values) as (keyof Fields & string)[]) {
    const value = values[field];
    const weight = told[field];
    const isThere = value !== null && value !== '';
    if (weight !== undefined || isThere)
      registers[field] = { value: value as Fields[typeof field], weight: weight ?? [] };
  }
  return registers;
}

/** Whom the columns of a row name; null for no one. */
export function toActor(label: string, uid: string | null, userId: number | null): Actor | null {
  return label === '' && uid === null ? null : { label, uid, userId: userId ?? 0 };
}
