import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { foldCase, type SpecialRules } from './decide.js'

type Tag = StoredRecord<Records['tag']>

/** A create with the name of an existing tag, and no other difference, means the existing tag. */
export const tagDecisions: SpecialRules<Tag> = {
  meant: (stored, data, said) => {
    const isSame = (name: keyof Tag) => foldCase(stored[name]) === foldCase(data[name])
    const names = Object.keys(data) as (keyof Tag)[]
    const others = names.filter((name) => name !== 'tagId' && name !== 'userId')
    return isSame('name') && others.every((name) => said[name] === undefined || isSame(name))
  },
}
