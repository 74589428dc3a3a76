import { useDeferredValue, useState } from 'react'
import { type Location, useLocation } from 'react-router-dom'

/**
 * The shown address. Within a page it changes at once: a pressed ticket opens in the next frame. The address
 * of another page waits until that page is loaded and rendered.
 */
export const useShownLocation = (): Location => {
  const location = useLocation()
  const page = location.pathname.split('/')[1] ?? ''
  const shown = useDeferredValue(page)
  const [kept, keep] = useState(location)
  if (page !== shown) return kept
  if (kept !== location) keep(location)
  return location
}
