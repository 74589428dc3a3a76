import { useMay } from '../../app/access.js'
import { useConnectionsQuery } from './api.js'

/** Whether a connection is not connected, for those who can do something about it. */
export const useConnectionTrouble = (): boolean => {
  const mayAct = useMay('POST /whatsapp')
  const { data = [] } = useConnectionsQuery(undefined, { skip: !mayAct })
  return data.some(({ status }) => status !== 'CONNECTED')
}
