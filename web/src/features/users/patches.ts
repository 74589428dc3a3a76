import { removeFrom, replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { ownUserChanged } from '../session/session.js'
import { usersApi } from './api.js'

export const userPatches: FramePatches = {
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
    if (!found) refetch('Users')
  },
}
