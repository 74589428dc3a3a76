/** Maximum of quick replies whose uses by a user are kept: the least used ones are dropped. */
export const OWN_USES = 500

/** Collection `quick-uses`. id = String(quickmessageId). Number of messages sent with a quick reply. */
export interface QuickUseDoc {
  readonly id: string
  readonly companyId: number
  readonly count: number
}

/**
 * Collection `own-quick-uses`. id = String(userId). Number of messages that a user has sent with each quick
 * reply, by its id.
 */
export interface OwnQuickUsesDoc {
  readonly id: string
  readonly companyId: number
  readonly uses: Readonly<Record<string, number>>
}
