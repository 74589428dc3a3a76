import { ACCESS } from '@guiche/contracts/users/access.js'
import { useMayDo } from '../../base/access.js'
import { useConnectionsQuery } from './api.js'

/** Whether a connection is down, for users who can repair it. */
export const useConnectionTrouble = (): boolean => {
  const mayAct = useMayDo(ACCESS['POST /whatsapp'])
  const { data = [] } = useConnectionsQuery(undefined, { skip: !mayAct })
  return data.some(({ status }) => status !== 'CONNECTED')
}
