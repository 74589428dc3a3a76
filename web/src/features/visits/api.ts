import { endpoints } from '../../api/base-api.js'

export const { useCompanyAdminsQuery, useVisitMutation, useLeaveVisitMutation } = endpoints(
  ({ query, command }) => ({
    companyAdmins: query('GET /companies/:id/admins', { keepUnusedDataFor: 0 }),
    visit: command('POST /visits', { quiet: true }),
    leaveVisit: command('DELETE /visits/current'),
  }),
)
