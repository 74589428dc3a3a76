/** The text with its `{{names}}` replaced. */
export const fillPlaceholders = (text: string, valueFor: (name: string) => string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => valueFor(name))
