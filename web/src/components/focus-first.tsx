import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Focuses the first field of a dialog at once, so that keys typed early land in it. The focus is set only once; antd's
 * own focus lock leaves a focus inside alone.
 */
export const FocusFirst = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  }, [])
  return <div ref={body}>{children}</div>
}
