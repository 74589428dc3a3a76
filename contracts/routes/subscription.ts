import { SubscriptionRecord } from '../views/subscription.js'
import { routes } from './route.js'

export const subscriptionRoutes = routes({
  'GET /subscription': {
    allow: 'admin',
    whileBlocked: true,
    answer: SubscriptionRecord,
    views: ['companies', 'plans'],
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The plan of the own company, its due date, where it stands, and how to pay',
  },
  'POST /subscription/unblock': {
    allow: 'admin',
    notInVisit: true,
    whileBlocked: true,
    answer: SubscriptionRecord,
    views: ['companies', 'plans'],
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_NOT_BLOCKED', 'ERR_ALREADY_UNBLOCKED'],
    summary:
      'Lets the own company go on for three days after its due date has blocked it; once for each due date',
  },
})
