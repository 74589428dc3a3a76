import { usePublicSettingQuery } from './api.js'

/**
 * Whether companies register themselves, and whether the sign-in says so. While that is not known, and where it cannot
 * be read, nothing leads there.
 */
export const useRegistration = () => {
  const open = usePublicSettingQuery({ key: 'allowregister' })
  const shown = usePublicSettingQuery({ key: 'viewregister' })
  return {
    isOpen: open.data?.value === 'enabled',
    isShown: shown.data?.value === 'enabled',
  }
}
