const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
}

/** Tests run on the TypeScript sources; workspaces are resolved to their folders, not to their builds. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>'],
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^@guiche/([^/]+)/(.*)\\.js$': '<rootDir>/$1/$2',
    // sources import each other as .js; a package's own `x.json.js` is meant as it stands
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
  },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  injectGlobals: false,
  // a limit against hanging, not a measure: two runs may share two cores
  testTimeout: 30_000,
}
