import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Focuses the first field of a dialog at once, so that early keys are typed into it. The focus is set only
 * once; antd's focus lock keeps a focus inside.
 */
export const FocusFirst = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  }, [])
  return <div ref={body}>{children}</div>
}
