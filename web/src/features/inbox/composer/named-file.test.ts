import { expect, it } from '@jest/globals'
import { namedFile } from './named-file.js'

it.each([
  ['', 'image/png', 'arquivo.png'],
  [' ', 'image/svg+xml', 'arquivo'],
  ['', '', 'arquivo'],
  ['foto.png', 'image/png', 'foto.png'],
])('a file named %j of type %j is called %j', async (name, type, called) => {
  const file = namedFile(new File(['x'], name, { type }), 'arquivo')
  expect([file.name, file.type, await file.text()]).toEqual([called, type, 'x'])
})
