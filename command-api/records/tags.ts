import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { folded, type Special } from './decide.js'

type Tag = StoredRecord<Records['tag']>

/** Whoever names a tag that is there, and says nothing else of it than it is, means that one. */
export const tagDecisions: Special<Tag> = {
  meant: (stored, data, said) => {
    const isSame = (name: keyof Tag) => folded(stored[name]) === folded(data[name])
    const names = Object.keys(data) as (keyof Tag)[]
    const others = names.filter((name) => name !== 'tagId' && name !== 'userId')
    return isSame('name') && others.every((name) => said[name] === undefined || isSame(name))
  },
}
