import { removeFrom, upsertIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { queuesApi } from './api.js'

export const queuePatches: FramePatches = {
  queue: (frame, { dispatch, refetch }) => {
    dispatch(
      queuesApi.util.updateQueryData('queues', undefined, (list) => {
        if (frame.action === 'delete') removeFrom(list, frame.queueId)
        else upsertIn(list, frame.queue)
      }),
    )
    // users and connections show the names and colours of their queues
    refetch('Users')
    refetch('Connections')
  },
}
