import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLogoutMutation } from '../features/session/api.js'

/** Ends the session and shows the sign-in; where the person was is not kept for the next one. */
export const useLeave = (): (() => void) => {
  const navigate = useNavigate()
  const [logout] = useLogoutMutation()
  return useCallback(() => {
    void logout().finally(() => navigate('/login', { replace: true, state: null }))
  }, [logout, navigate])
}
