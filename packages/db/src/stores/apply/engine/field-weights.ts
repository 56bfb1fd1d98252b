import type { Actor, Weight, Weighted, WeightedFields } from '@slipway/domain';

/** The weight of each reported field, as the column `field_weights` stores it. */
export type FieldWeights = Readonly<Record<string, Weight>>;

/** The weights of the fields, in the order of `names`, so that equal states are equal as text. */
export function weightsOf<Fields>(
  fields: WeightedFields<Fields>,
  names: readonly (keyof Fields & string)[],
): FieldWeights {
  const weights: Record<string, Weight> = {};
  for (const name of names) {
    const field: Weighted<unknown> | undefined = fields[name];
    if (field !== undefined && field.weight.length > 0) weights[name] = field.weight;
  }
  return weights;
}

/** The fields of a row. A value that no report has set, such as a seeded one, gets the lightest weight. */
export function weightedFields<Fields>(
  values: { readonly [K in keyof Fields]: Fields[K] | null | '' },
  weights: FieldWeights,
): WeightedFields<Fields> {
  const fields: { [K in keyof Fields]?: Weighted<Fields[K]> } = {};
  for (const name of Object.keys(values) as (keyof Fields & string)[]) {
    const value = values[name];
    const weight = weights[name];
    const isSet = value !== null && value !== '';
    if (weight !== undefined || isSet)
      fields[name] = { value: value as Fields[typeof name], weight: weight ?? [] };
  }
  return fields;
}

/** The person named in a row's columns; null if none is. */
export function actorOf(label: string, uid: string | null, userId: number | null): Actor | null {
  return label === '' && uid === null ? null : { label, uid, userId: userId ?? 0 };
}
