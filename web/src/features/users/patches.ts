import { pluck, sameIn } from '@guiche/contracts/pick.js'
import { byName } from '@guiche/contracts/records/order.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import { ownUserChanged } from '../../api/session.js'
import type { Tag } from '../../api/tags.js'
import { allPatches, joinedPatches } from '../../realtime/joined-records.js'
import type { FramePatches } from '../../realtime/patches.js'
import { removeFrom, replaceIn, upsertIn } from '../../realtime/record-age.js'
import { userListApi } from '../../records/user-list.js'
import { usersApi } from './api.js'

/** Cache tags of tickets and their contents, which depend on the reader's rights. */
const BY_RIGHT = ['Tickets', 'Counts', 'Messages', 'Contacts', 'notes'] as const satisfies readonly Tag[]

type Rights = Pick<UserRecord, 'profile' | 'allTicket' | 'queues'>
const rightsOf = ({ profile, allTicket, queues }: Rights) => ({
  ...{ profile, allTicket },
  queueIds: pluck(queues, 'id').sort((a, b) => a - b),
})
/** Whether a user may open the same tickets before and after a change. */
const seesTheSame = (before: Rights, now: Rights): boolean =>
  sameIn(rightsOf(before), rightsOf(now), 'profile', 'allTicket', 'queueIds')

const own: FramePatches = {
  user: (frame, { dispatch, getState, refetch }) => {
    dispatch(
      userListApi.util.updateQueryData('userList', undefined, (users) => {
        if (frame.action === 'delete') removeFrom(users, frame.userId)
        else {
          upsertIn(users, frame.user)
          users.sort(byName)
        }
      }),
    )
    // deleted users are in a separate list
    if (frame.action === 'delete') refetch('Users')
    // agents get only the fields for everybody
    const user = frame.action === 'delete' || !('company' in frame.user) ? null : frame.user
    if (user !== null) {
      const before = getState().session.user
      dispatch(ownUserChanged(user))
      if (before?.id === user.id && !seesTheSame(before, user)) for (const tag of BY_RIGHT) refetch(tag)
    }
    const searches = usersApi.util.selectCachedArgsForQuery(getState(), 'users')
    let found = searches.length === 0
    for (const search of searches) {
      dispatch(
        usersApi.util.updateQueryData('users', search, ({ pages }) => {
          for (const { users } of pages) {
            const there =
              frame.action === 'delete'
                ? removeFrom(users, frame.userId)
                : user !== null && replaceIn(users, user)
            found ||= there
          }
        }),
      )
    }
    if (!found) refetch('Users')
  },
}

export const patches = allPatches(
  own,
  joinedPatches('user', (_told, { refetch }) => refetch('Users')),
)
