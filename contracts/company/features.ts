/** Features that a plan may leave out, by their names on the wire; plain data, for browsers too. */
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

/** Features not built yet: plans name them, but no company without a plan has them. */
export const UNBUILT_FEATURES: readonly Feature[] = [
  'useCampaigns',
  'useInternalChat',
  'useOpenAi',
  'useIntegrations',
]

/** Things that a plan limits in number. */
export const LIMITED_THINGS = ['users', 'connections', 'queues'] as const
export type LimitedFeature = (typeof LIMITED_THINGS)[number]
