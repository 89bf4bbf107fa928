import type { Protocol } from '../action/protocol-entry.ts'
import { spectra } from './function.ts'
import { poolActions } from './pool-action.ts'
import { principalActions } from './principal-action.ts'

/** Spectra. */
export const protocol = {
  name: 'spectra',
  title: 'Spectra',
  appUrl: null,
  decoders: [spectra],
  actions: [...principalActions, ...poolActions],
} as const satisfies Protocol
