/** Portuguese texts of the pages of this folder, which show before all others are fetched. */
export const FIRST_TEXTS = import.meta.glob('../../features/password-reset/texts/pt.json', {
  eager: true,
  import: 'default',
})
