/** All texts of one language, by path: fetched as one file. */
export const texts = import.meta.glob<Record<string, unknown>>('../en/*.json', {
  eager: true,
  import: 'default',
})
