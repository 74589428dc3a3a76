import { describe, expect, it } from '@jest/globals'
import { afterErasure } from './events/after-erasure.js'
import { eventStreams } from './events/index.js'
import { VAULT_PLACES, vaultPlaceOf, vaultPlacesOf } from './vault-places.js'

describe('the data that belong to a company, by their declarations', () => {
  it('no place of the vault is a prefix of another, so each key has one place', () => {
    const places = Object.keys(VAULT_PLACES)
    const within = places.filter((place) =>
      places.some((other) => other !== place && place.startsWith(other)),
    )
    expect(within).toEqual([])
    expect(vaultPlaceOf('wa-in/7/abc')).toBe('wa-in/')
    expect(vaultPlaceOf('later/parked-event/7/x')).toBe('later/parked-event/')
    expect(vaultPlaceOf('something/7')).toBeNull()
    expect(vaultPlacesOf('entry')).toEqual(['connection-token/', 'refresh/'])
    expect(vaultPlacesOf('user')).toEqual(['capacity/', 'invitation/', 'password-reset/'])
  })

  it('streams belong to their company, unless their kind is declared as shared', () => {
    const names = eventStreams.map(({ stream }) => stream.replace(/[{][^}]*[}]/g, '7'))
    const kept = names.filter((name) => afterErasure(name) !== 'is removed')
    expect(kept).toEqual(['closures', 'claim-7-7', 'plan-use-7', 'sequence-7', 'relay-checkpoint'])
    expect(afterErasure('claim-email-abc')).toBe('is released')
    for (const own of ['company-7', 'erasure-7', 'message-abc', 'command-abc', 'import-7', 'closure-7'])
      expect([own, afterErasure(own)]).toEqual([own, 'is removed'])
  })
})
