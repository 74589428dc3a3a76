import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Which half a narrow window shows. An open ticket is left for the list, and come back to, by its address. */
export const usePanes = (
  uuid: string | undefined,
): { pane: 'list' | 'ticket'; show(pane: 'list' | 'ticket'): void } => {
  const navigate = useNavigate()
  const last = useRef(uuid)
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    setEmpty(false)
    if (uuid !== undefined) last.current = uuid
  }, [uuid])
  return {
    pane: uuid !== undefined || empty ? 'ticket' : 'list',
    show: (pane) => {
      if (pane === 'ticket' && last.current !== undefined) navigate(`/tickets/${last.current}`)
      else {
        setEmpty(pane === 'ticket')
        if (uuid !== undefined) navigate('/tickets')
      }
    },
  }
}
