import { useEffect, useRef, useState } from 'react'

/**
 * The menu of narrow windows, over the page. The focus enters it on opening and returns to its button on closing: by
 * Esc, by a choice, or by navigation.
 */
export const useNarrowMenu = (pathname: string) => {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return
    menu.current?.querySelector('a')?.focus()
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false)
    }
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('keydown', leave)
      opener.current?.focus()
    }
  }, [open])
  return { open, setOpen, menu, opener }
}
