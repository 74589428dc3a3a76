import { useCallback, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import type { AppDispatch, RootState } from '../app/store.js'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()

/**
 * Goes to an address of the app. The function stays the same; that of the router is another one after each change of
 * the address, and whatever gets it would be rendered with it.
 */
export const useGoTo = (): ((address: string, options?: NavigateOptions) => void) => {
  const navigate = useNavigate()
  const now = useRef(navigate)
  now.current = navigate
  return useCallback((address, options) => void now.current(address, options), [])
}

/** The router's name of the visit that the browser shows; the same address once more is another visit. */
const visit = (): unknown => (history.state as { readonly key?: string } | null)?.key

/**
 * Remembers where the person is now, for what is to happen once an answer has come. The function given back tells whether
 * they are still there, also when the component is gone: whoever has gone on meanwhile must not be led elsewhere.
 */
export const rememberPlace = (): (() => boolean) => {
  const begun = visit()
  return () => visit() === begun
}
