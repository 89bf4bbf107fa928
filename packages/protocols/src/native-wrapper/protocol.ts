import type { Protocol } from '../action/protocol-entry.ts'
import { nativeWrapperActions } from './action.ts'
import { nativeWrapper } from './function.ts'

/** Wrapped native. */
export const protocol = {
  name: 'native_wrapper',
  title: 'Wrapped native',
  appUrl: null,
  decoders: [nativeWrapper],
  actions: nativeWrapperActions,
} as const satisfies Protocol
