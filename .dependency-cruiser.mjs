const services = 'command-api|projector|query-api|wa-gateway|web'

/** Dependencies point one way; see docs/architecture.md, Rules. */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Files that import each other in a loop cannot be understood one by one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-know-nobody',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: `^(infra|launcher|${services})/` },
    },
    {
      name: 'infra-knows-contracts-only',
      comment:
        'The launcher is the composition root, the one place that knows everybody; scripts are no part of infra.',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/scripts/' },
      to: { path: `^(${services}|launcher)/` },
    },
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: `^(${services})/`, pathNot: '(\\.test\\.ts$|/testing/|/e2e/)' },
      to: { path: `^(${services}|launcher)/`, pathNot: '^$1/' },
    },
    {
      name: 'web-knows-contracts-only',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^infra/' },
    },
    {
      name: 'no-schema-library-in-the-browser',
      comment:
        'Types alone come from schemas: one imported value would bring the whole library into the bundle.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '(/@sinclair/|/ajv)', reachable: true },
    },
    {
      name: 'deciders-and-folds-are-pure',
      comment: 'A decider or a fold imports no I/O: it can be read and tested by itself.',
      severity: 'error',
      from: {
        path: '(^command-api/[^/]+/(state|decide)\\.ts$|^projector/views/[^/]+\\.ts$|^contracts/)',
        pathNot: '(\\.test\\.ts$|/testing/)',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'loops-of-command-api-are-started',
      comment: 'A loop that is made by createRunningLoop is started and stopped with command-api.',
      severity: 'error',
      from: { path: '^command-api/', pathNot: '(^command-api/processes/running\\.ts$|\\.test\\.ts$)' },
      to: { path: '^infra/loop\\.ts$' },
    },
    {
      name: 'ports-not-adapters',
      comment: 'Services see ports; only the composition root names an adapter.',
      severity: 'error',
      from: { path: `^(${services})/`, pathNot: '(\\.test\\.ts$|/testing/|/e2e/)' },
      to: {
        path: '^infra/(event-store|event-bus|read-store|vault|blobs)/(embedded|eventstoredb|kafka|mongodb)',
      },
    },
    {
      name: 'libsignal-stays-in-the-gateway',
      comment: 'Baileys brings libsignal, which is GPL-3.0.',
      severity: 'error',
      from: { pathNot: '^wa-gateway/' },
      to: { path: 'node_modules/(@whiskeysockets|libsignal)' },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { pathNot: '(\\.test\\.ts$|\\.suite\\.ts$|/testing/|/e2e/|^bench/|^infra/scripts/ci/)' },
      to: { path: '(\\.test\\.ts$|\\.suite\\.ts$|/testing/|/e2e/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|dist' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
  },
}
