import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { Documents } from '@guiche/infra/records/documents.js'

/** Greater than the number of users of any company. */
const USERS = 5000

/** The users of a company that the views show. */
export const usersOf = (documents: Pick<Documents, 'find'>, companyId: number): Promise<UserDoc[]> =>
  documents.find('users', { where: { companyId, deleted: false }, limit: USERS })
