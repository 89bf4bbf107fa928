import type { Protocol } from '../protocol-entry.ts'
import { vaultCraft } from './function.ts'

/** Vault Craft. */
export const protocol = {
  name: 'vault_craft',
  title: 'Vault Craft',
  appUrl: null,
  decoders: [vaultCraft],
  actions: [],
} as const satisfies Protocol
