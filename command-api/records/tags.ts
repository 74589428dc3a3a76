import { folded, type Special } from './decide.js'

/** Whoever names a tag that is there, and says nothing else of it than it is, means that one. */
export const tagDecisions: Special = {
  meant: (stored, data, said) => {
    const isSame = (name: string) => folded(stored[name]) === folded(data[name])
    const others = Object.keys(data).filter((name) => name !== 'tagId' && name !== 'userId')
    return isSame('name') && others.every((name) => said[name] === undefined || isSame(name))
  },
}
