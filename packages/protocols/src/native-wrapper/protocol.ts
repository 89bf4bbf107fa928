import type { Protocol } from '../protocol-entry.ts'
import { nativeWrapper } from './function.ts'

/** Wrapped native. */
export const protocol = {
  name: 'native_wrapper',
  title: 'Wrapped native',
  appUrl: null,
  decoders: [nativeWrapper],
  actions: [],
} as const satisfies Protocol
