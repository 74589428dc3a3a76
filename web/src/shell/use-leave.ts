import { useCallback } from 'react'
import { useGoTo } from '../base/hooks.js'
import { useLogoutMutation } from '../features/session/api.js'

/** Ends the session and shows the sign-in; where the person was is not kept for the next one. */
export const useLeave = (): (() => void) => {
  const goTo = useGoTo()
  const [logout] = useLogoutMutation()
  return useCallback(() => {
    void logout().finally(() => goTo('/login', { replace: true, state: null }))
  }, [logout, goTo])
}
