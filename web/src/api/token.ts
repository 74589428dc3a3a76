interface Claims {
  /** the session */
  readonly sid?: string
  /** in seconds since 1970 */
  readonly exp?: number
}

/** What an access token says; nothing where it cannot be read. It is not proven: the server alone does that. */
export const claimsOf = (token: string): Claims => {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}
