/** Portuguese texts of the page of this folder, which shows before all others are fetched. */
export const FIRST_TEXTS = import.meta.glob('../../features/sign-up/texts/pt.json', {
  eager: true,
  import: 'default',
})
