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
  testEnvironment: './infra/testing/environment.mjs',
  testSequencer: './infra/testing/suite-sequencer.mjs',
  setupFiles: ['./wa-gateway/testing/setup.ts'],
  roots: ['<rootDir>'],
  testMatch: ['**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    // icons are pictures: no test looks at them, and Node cannot read their modules
    '^@ant-design/icons/es/icons/.*': '<rootDir>/infra/testing/icon.mjs',
    '^\\./compile-schema\\.mjs$': '<rootDir>/infra/testing/shared-schemas.mjs',
    '^@guiche/([^/]+)/(.*)\\.js$': '<rootDir>/$1/$2',
    '^@guiche/([^/]+)/(.*\\.mjs)$': '<rootDir>/$1/$2',
    // Source files import each other as .js. A package's own `x.json.js` is not rewritten.
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
  },
  transform: { '^.+\\.tsx?$': ['@swc/jest', swc] },
  injectGlobals: false,
  globalSetup: './infra/testing/setup.mjs',
  globalTeardown: './infra/testing/teardown.mjs',
  // modules of earlier tests stay in the memory of a process: one that has grown is replaced, or it only collects garbage
  workerIdleMemoryLimit: '768MB',
  // a limit against hanging, not a measure: two runs may share two cores
  testTimeout: 240_000,
}
