import type { FramePatches } from '../../realtime/patches.js'
import { removeFrom, replaceIn } from '../../realtime/record-age.js'
import { scheduleApi } from './api.js'

/** A calendar adds a new message with its time in the calendar's range, or with an occurrence there. */
export const patches: FramePatches = {
  schedule: (frame, { dispatch, getState }) => {
    for (const arg of scheduleApi.util.selectCachedArgsForQuery(getState(), 'scheduleRange')) {
      dispatch(
        scheduleApi.util.updateQueryData('scheduleRange', arg, ({ schedules }) => {
          if (frame.action === 'delete') {
            removeFrom(schedules, frame.scheduleId)
            return
          }
          // immer's drafts have mutable lists
          const schedule = frame.schedule as unknown as (typeof schedules)[number]
          const isInside =
            schedule.sendAt < arg.to && (schedule.sendAt >= arg.from || schedule.repeats !== null)
          if (!replaceIn(schedules, schedule) && isInside) schedules.push(schedule)
        }),
      )
    }
  },
}
