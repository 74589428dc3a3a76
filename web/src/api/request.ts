/** A call of the API. */
export interface Request {
  /** under /api, with a leading slash */
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** values that are null, undefined or '' are left out */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined
  /** JSON, or a form with files */
  readonly body?: unknown
  /** key for several attempts of a user; absent: each call has a new key */
  readonly idempotencyKey?: string
  /** position of the record on the user's screen: sent as X-Seen-Position */
  readonly seen?: string
  /** 0 to 1, for a body with files */
  readonly onProgress?: (share: number) => void
  /**
   * milliseconds without an answer, or without progress of the body, after which the server counts as not
   * reached
   */
  readonly patience?: number
}
