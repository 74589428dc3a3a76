/** Quick replies of which a user's own uses are kept, at most: the least used ones are forgotten. */
export const OWN_USES = 500

/** Collection `quick-uses`. id = String(quickmessageId): how many messages were sent with a quick reply. */
export interface QuickUseDoc {
  readonly id: string
  readonly companyId: number
  readonly count: number
}

/** Collection `own-quick-uses`. id = String(userId): how many messages a user has sent with each, by its id. */
export interface OwnQuickUsesDoc {
  readonly id: string
  readonly companyId: number
  readonly uses: Readonly<Record<string, number>>
}
