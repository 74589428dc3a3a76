import { useNativeCurve } from '../libsignal-fixes/native-curve.js'

// For Jest, before any test file: it binds what is imported of the library when that is loaded, before a test runs.
useNativeCurve()
