/** What a plan may leave out, by the names that clients know; plain data, for browsers too. */
export const FEATURES = [
  'useSchedules',
  'useKanban',
  'useExternalApi',
  'useCampaigns',
  'useInternalChat',
  'useOpenAi',
  'useIntegrations',
] as const
export type Feature = (typeof FEATURES)[number]

/** Those that are not built yet: plans name them, and a company without a plan is not told that it has them. */
export const UNBUILT: readonly Feature[] = ['useCampaigns', 'useInternalChat', 'useOpenAi', 'useIntegrations']

/** What a plan has so many of. */
export const LIMITED = ['users', 'connections', 'queues'] as const
export type Limited = (typeof LIMITED)[number]
