import type { Protocol } from '../protocol-entry.ts'
import { ethenaMinting, ethenaWithdraw } from './function.ts'

/** Ethena. */
export const protocol = {
  name: 'ethena',
  title: 'Ethena',
  appUrl: 'https://app.ethena.fi',
  decoders: [ethenaMinting, ethenaWithdraw],
  actions: [],
} as const satisfies Protocol
