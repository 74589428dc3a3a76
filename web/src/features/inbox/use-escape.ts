import { useEffect } from 'react'

/** While `open`, Escape closes the layer and does nothing else. */
export const useEscape = (open: boolean, close: () => void): void => {
  useEffect(() => {
    if (!open) return
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  }, [open, close])
}
