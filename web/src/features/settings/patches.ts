import { companySettingChanged } from '../../api/session.js'
import { replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { settingsApi } from './api.js'

export const patches: FramePatches = {
  settings: ({ setting }, { dispatch }) => {
    dispatch(companySettingChanged(setting))
    dispatch(
      settingsApi.util.updateQueryData('settings', undefined, (settings) => {
        replaceIn(settings, setting)
      }),
    )
  },
}
