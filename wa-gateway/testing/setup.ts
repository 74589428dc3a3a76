import { useNativeCurve } from '../libsignal-fixes/native-curve.js'

// Jest runs this file before any test file, because the library binds its imports when it is loaded.
useNativeCurve()
