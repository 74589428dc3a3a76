// Worker for tests: answers with the request.
export const open = ({ prefix }) => {
  if (prefix === 'broken') throw new Error('cannot start')
  return {
    handle: (requests) => {
      if (requests.includes('throw')) throw new Error('thrown')
      if (requests.includes('die')) process.exit(1)
      return requests.map((request) => {
        if (request === 'size') return requests.length
        return request === 'fail' ? new Error('failed') : `${prefix}${request}`
      })
    },
    close: () => {},
  }
}
