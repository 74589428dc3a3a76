import { useEffect, useRef, useState } from 'react'
import { useGoTo } from '../../base/hooks.js'

/**
 * Which half a narrow window shows, by the address: a ticket's address shows the ticket. The last ticket is remembered,
 * so that the user can return from the list.
 */
export const usePanes = (
  uuid: string | undefined,
): { pane: 'list' | 'ticket'; show(pane: 'list' | 'ticket'): void } => {
  const goTo = useGoTo()
  const last = useRef(uuid)
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    setEmpty(false)
    if (uuid !== undefined) last.current = uuid
  }, [uuid])
  return {
    pane: uuid !== undefined || empty ? 'ticket' : 'list',
    show: (pane) => {
      if (pane === 'ticket' && last.current !== undefined) goTo(`/tickets/${last.current}`)
      else {
        setEmpty(pane === 'ticket')
        if (uuid !== undefined) goTo('/tickets')
      }
    },
  }
}
