import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { Projection } from '../engine/projection.js'
import { audit } from './audit.js'
import { companies } from './companies.js'
import { connections } from './connections.js'
import { contacts } from './contacts.js'
import { conversation } from './conversation.js'
import { dashboard } from './dashboard.js'
import { dueViews } from './due-work.js'
import { inbox } from './inbox.js'
import { quickUses } from './quick-uses.js'
import { ratings } from './ratings.js'
import { recordViews } from './records.js'
import { users } from './users.js'

/** Every view there is. */
export const projections: { readonly [V in ViewName]: Projection } = {
  companies,
  users,
  ...recordViews,
  connections,
  contacts,
  inbox,
  conversation,
  audit,
  dashboard,
  ratings,
  ...dueViews,
  'quick-uses': quickUses,
}
