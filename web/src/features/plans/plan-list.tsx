import { RecordPage } from '../../records/record-page.js'

/** The plans of the platform, as a part of another page: their form and their table. */
export const PlanList = () => (
  <RecordPage
    name="plan"
    level={2}
    columns={[
      ...['id', 'name', 'users', 'connections', 'queues', 'value', 'useCampaigns', 'useSchedules'],
      ...['useInternalChat', 'useExternalApi', 'useKanban', 'useOpenAi', 'useIntegrations', 'useInternal'],
    ]}
  />
)
