import { expect, it } from '@jest/globals'
import { misspeltVariables } from './misspelt-variables.js'

it.each([
  ['DATADIR', 'DATA_DIR'],
  ['Data_Dir', 'DATA_DIR'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['KAFKA_BROKER', 'KAFKA_BROKERS'],
  ['TRUST_PORXY', 'TRUST_PROXY'],
  ['GUICHE_DATA_DIR', 'DATA_DIR'],
  ['GUICHE_COLOUR', 'none'],
])('the unknown variable %s is reported, with the suggestion %s', (name, meant) => {
  expect(misspeltVariables({ [name]: 'x' })).toEqual([{ name, meant }])
})

it('variables of other programs, and known settings, are not reported', () => {
  const env = Object.fromEntries(
    ['HOME', 'HOSTNAME', 'PATH', 'NODE_ENV', 'LOGNAME', 'DATA_DIR', 'PORT', 'PWD', 'GUICHE_VERSION'].map(
      (name) => [name, 'x'],
    ),
  )
  expect(misspeltVariables(env)).toEqual([])
})
