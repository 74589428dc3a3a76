import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds exported constants, functions and classes whose names stand in no other file.
 * @param {ReadonlyMap<string, string>} texts of files, by their paths
 * @returns {string[]} `path: name` of each
 */
export const deadExports = (texts) => {
  const files = new Map()
  for (const text of texts.values())
    for (const name of new Set(text.match(/\w+/g))) files.set(name, (files.get(name) ?? 0) + 1)
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:const|(?:async )?function|class) (\w+)/gm)]
      .filter(([, name]) => files.get(name) === 1)
      .map(([, name]) => `${path}: ${name}`),
  )
}

/**
 * The sources that git knows.
 * @param {string} root folder of the project
 * @returns {Map<string, string>} their texts, by their paths
 */
export const sourcesOf = (root) => {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}
