import type { Protocol } from '../protocol-entry.ts'
import { spectra } from './function.ts'

/** Spectra. */
export const protocol = {
  name: 'spectra',
  title: 'Spectra',
  appUrl: null,
  decoders: [spectra],
  actions: [],
} as const satisfies Protocol
