import { companySettingChanged } from '../../api/session.js'
import type { FramePatches } from '../../realtime/patches.js'
import { settingIs } from './api.js'

export const patches: FramePatches = {
  settings: ({ setting }, { dispatch }) => {
    if (setting.companyId === 0)
      return void import('./platform-api.js').then((m) => dispatch(m.platformSettingIs(setting)))
    dispatch(companySettingChanged(setting))
    dispatch(settingIs(setting))
  },
}
