import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.js'
import { formsOnDemand } from './forms-on-demand.js'
import { serviceWorker } from './service-worker/plugin.js'
import { silentIcons } from './silent-icons.js'
import { themeCss } from './src/theme/css.js'

const THEME = 'virtual:theme.css'

/** Other pages (the simulator's) load the tokens from this address, so it has no hash. */
const THEME_FILE = 'theme.css'

/** Turns theme/tokens.ts into a stylesheet of its own, so that the first paint has its colours before any script ran. */
const tokensAsCss = (): Plugin => ({
  name: 'tokens-as-css',
  resolveId: (id) => (id === THEME ? `\0${THEME}` : null),
  load: (id) => (id === `\0${THEME}` ? themeCss() : null),
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${THEME_FILE}`, (_request, response) => {
      response.setHeader('Content-Type', 'text/css').end(themeCss())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: THEME_FILE, source: themeCss() })
  },
})

const SERVER = process.env.GUICHE_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [tokensAsCss(), silentIcons(), formsOnDemand(), react(), serviceWorker(import.meta.dirname)],
  // the dev server bundles libraries on its own, without the plugins above
  optimizeDeps: { rolldownOptions: { plugins: [silentIcons()] } },
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER },
      '/ws': { target: SERVER, ws: true },
      '/simulator': { target: SERVER },
    },
  },
})
