import { ownUserChanged } from '../../api/session.js'
import { removeFrom, replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { userListApi } from '../../records/user-list.js'
import { usersApi } from './api.js'

export const patches: FramePatches = {
  // users show the names and colours of their queues
  queue: (_frame, { refetch }) => refetch('Users'),
  user: (frame, { dispatch, getState, refetch }) => {
    if (frame.action !== 'delete') dispatch(ownUserChanged(frame.user))
    let found = false
    for (const search of usersApi.util.selectCachedArgsForQuery(getState(), 'users')) {
      dispatch(
        usersApi.util.updateQueryData('users', search, ({ pages }) => {
          for (const { users } of pages) {
            const there =
              frame.action === 'delete' ? removeFrom(users, frame.userId) : replaceIn(users, frame.user)
            found ||= there
          }
        }),
      )
    }
    if (frame.action !== 'delete') {
      const { id, online, away } = frame.user
      dispatch(
        userListApi.util.updateQueryData('userList', undefined, (users) => {
          const row = users.find((user) => user.id === id)
          if (row !== undefined) Object.assign(row, { online, away })
        }),
      )
    }
    if (!found) refetch('Users')
  },
}
