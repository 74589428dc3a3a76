import { companySettingChanged } from '../../api/session.js'
import type { FramePatches } from '../../realtime/patches.js'
import { settingIs } from './api.js'

export const patches: FramePatches = {
  settings: ({ setting }, { dispatch }) => {
    dispatch(companySettingChanged(setting))
    dispatch(settingIs(setting))
  },
}
