import { useCallback, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import type { AppDispatch, RootState } from '../app/store.js'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()

/**
 * Navigates inside the app. The function is stable: the router's own changes with each address, and would
 * re-render its users.
 */
export const useGoTo = (): ((address: string, options?: NavigateOptions) => void) => {
  const navigate = useNavigate()
  const now = useRef(navigate)
  now.current = navigate
  return useCallback((address, options) => void now.current(address, options), [])
}

/** The router's key of the present navigation; a second navigation to the same address has another key. */
const visitKey = (): unknown => (history.state as { readonly key?: string } | null)?.key

/**
 * Remembers the present page for work after an answer. The returned function tells whether the user is still
 * on the page, even after the component is unmounted. A user who has moved on must not be led elsewhere.
 */
export const rememberPlace = (): (() => boolean) => {
  const begun = visitKey()
  return () => visitKey() === begun
}
