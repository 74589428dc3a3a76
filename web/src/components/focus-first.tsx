import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Around what a dialog asks: its first field has the focus from the beginning, so that keys typed at once land in it.
 * It is never moved again; antd's own lock leaves a focus alone that is inside.
 */
export const FocusFirst = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  }, [])
  return <div ref={body}>{children}</div>
}
