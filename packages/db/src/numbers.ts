type Numbered<Row> = {
  [Field in keyof Row]: Row[Field] extends bigint | null ? AsNumber<Row[Field]> : Row[Field];
};
type AsNumber<Value> = Value extends bigint ? number : Value;

/** A model's row with its bigint fields as numbers: row ids and sizes are far below 2^53. */
export function withNumbers<Row extends object>(row: Row): Numbered<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  return Object.fromEntries(fields) as Numbered<Row>;
}
