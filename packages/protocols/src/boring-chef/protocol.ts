import type { Protocol } from '../protocol-entry.ts'
import { boringChef } from './function.ts'

/** Boring Chef. */
export const protocol = {
  name: 'boring_chef',
  title: 'Boring Chef',
  appUrl: null,
  decoders: [boringChef],
  actions: [],
} as const satisfies Protocol
