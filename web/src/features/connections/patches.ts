import { allPatches, joinedPatches } from '../../realtime/joined-records.js'
import type { FramePatches } from '../../realtime/patches.js'
import { mayReplace, removeFrom, upsertIn } from '../../realtime/record-age.js'
import { connectionsApi, heldPairing } from './api.js'
import { nextPairing } from './pairing.js'

const own: FramePatches = {
  connection: (frame, { dispatch }) => {
    dispatch(
      connectionsApi.util.updateQueryData('connections', undefined, (list) => {
        if (frame.action === 'delete') removeFrom(list, frame.whatsappId)
        else upsertIn(list, frame.whatsapp)
      }),
    )
  },
  session: ({ session }, { dispatch, getState }) => {
    const { qrcode, pairingCode, ...state } = session
    const pairing = nextPairing(heldPairing(session.id, getState()), { qrcode, pairingCode })
    dispatch(connectionsApi.util.upsertQueryData('pairing', session.id, pairing))
    dispatch(
      connectionsApi.util.updateQueryData('connections', undefined, (list) => {
        const held = list.find(({ id }) => id === session.id)
        if (held !== undefined && mayReplace(held, state)) Object.assign(held, state)
      }),
    )
  },
}

export const patches = allPatches(
  own,
  joinedPatches('connection', (_told, { refetch }) => refetch('Connections')),
)
