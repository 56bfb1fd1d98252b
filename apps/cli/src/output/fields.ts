/** The names of a schema's properties: the fields that `--json` offers. */
export function fieldsOf(schema: { readonly properties: Readonly<Record<string, unknown>> }): readonly string[] {
  return Object.keys(schema.properties);
}
