import { usePublicSettingQuery } from './api.js'

/**
 * Whether companies may register, and whether the sign-in shows it. While unknown, and after a failed read,
 * there is no link.
 */
export const useRegistration = () => {
  const open = usePublicSettingQuery({ key: 'allowregister' })
  const shown = usePublicSettingQuery({ key: 'viewregister' })
  return {
    isOpen: open.data?.value === 'enabled',
    isShown: shown.data?.value === 'enabled',
  }
}
