/** The part of a bundler's module graph that is needed here. */
interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Index files that export a whole package. An import through an index file does not show who uses a module. */
const CATALOGUE = /node_modules[\\/](antd|@ant-design[\\/]icons)[\\/]es[\\/](icons[\\/])?index\.js$/

/** Whether a module is fetched together with a root, because one imports the other without asking. */
const fetchedWith = (root: RegExp) => {
  const known = new Map<string, boolean>()
  const is = (id: string, modules: Modules): boolean => {
    const found = known.get(id)
    if (found !== undefined) return found
    // in a circle nothing is learned the second time
    known.set(id, false)
    const importers = CATALOGUE.test(id) ? [] : (modules.getModuleInfo(id)?.importers ?? [])
    const answer = root.test(id) || importers.some((importer) => is(importer, modules))
    known.set(id, answer)
    return answer
  }
  return is
}

const APP = /[\\/]src[\\/]main\.tsx$/
const SHELL = /[\\/]src[\\/]shell[\\/]shell\.tsx$/
const ENTRANCE = /[\\/](login|setup|invitation)-page\.tsx$/
const withApp = fetchedWith(APP)
const withShell = fetchedWith(SHELL)
const beforeSignIn = fetchedWith(ENTRANCE)

/** The libraries of the app: they change less often than the app, so browsers keep them over releases. */
const libraryChunk = (id: string, modules: Modules): string | null =>
  id.includes('node_modules') && withApp(id, modules) ? 'base' : null

const firstLoad = (id: string, modules: Modules): string | null => {
  // Modules that are loaded on demand keep their own files.
  if ([APP, SHELL, ENTRANCE].some((root) => root.test(id))) return null
  if (withApp(id, modules)) return 'app'
  const shell = withShell(id, modules)
  const entrance = beforeSignIn(id, modules)
  if (shell && entrance) return 'common'
  if (shell) return 'shell'
  return entrance ? 'entrance' : null
}

/**
 * Assigns a module to one of a few large files. Otherwise the first load would be fifty files, most of them smaller than the
 * request for them. Modules that only pages share are left to the bundler.
 */
export const chunkGroups = [
  { name: libraryChunk, priority: 3 },
  { name: firstLoad, priority: 2 },
]
