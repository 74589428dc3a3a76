/** HTTP status, and the text for users in three languages. */
export interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly pt: string
  readonly en: string
  readonly es: string
}

export const errorEntry = (status: ErrorEntry['status'], pt: string, en: string, es: string): ErrorEntry => ({
  status,
  pt,
  en,
  es,
})
