import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NEVER = new Set(['node_modules', 'dist'])

/**
 * @param {string} folder
 * @param {ReadonlySet<string>} [skipped] names of folders that are left out, besides `node_modules` and `dist`
 * @returns {string[]} paths of all files in the folder and its folders, sorted; none if there is no such folder
 */
export const filesIn = (folder, skipped = new Set()) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .flatMap((entry) => {
          const path = join(folder, entry.name)
          if (!entry.isDirectory()) return [path]
          return NEVER.has(entry.name) || skipped.has(entry.name) ? [] : filesIn(path, skipped)
        })
        .sort()
    : []

/**
 * @param {string} root folder of the project
 * @returns {string[]} names of its workspaces
 */
export const workspacesOf = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces
