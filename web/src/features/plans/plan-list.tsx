import { RecordPage } from '../../records/record-page.js'

/** The platform's plans, as a part of another page: form and table. */
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
