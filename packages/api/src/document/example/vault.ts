import { accountant, manager, strategist, vault } from './subject.ts'

/** A vault in a list. */
export const summary = {
  vault_address: vault,
  name: 'Example USD',
  chains: ['mainnet'],
  tenant: 'example',
  deployed_at: '2026-01-15T12:00:00Z',
  status: 'active',
  links: {
    mainnet: {
      self: `/vaults/mainnet/${vault}`,
      roots: `/vaults/mainnet/${vault}/roots`,
    },
  },
}
/** A vault with its deployments. */
export const detail = {
  ...summary,
  deployments: [
    {
      chain: 'mainnet',
      manager,
      accountant,
      teller: null,
      deployed_at: '2026-01-15T12:00:00Z',
      strategists: [{ name: 'main', address: strategist }],
    },
  ],
}
