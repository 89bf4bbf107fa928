import type { Address } from '@vaultwright/base'
import { chainOf } from './chain.ts'

/** The way a vault's accountant sets its price. */
type AccountantKind = 'rate-providers' | 'fixed-rate' | 'yield-streaming'

/** A vault on one chain. One vault address may live on many chains and have several managers on one. */
export type KnownVault = {
  readonly chainId: number
  readonly vault: Address
  readonly name: string
  /** Oldest first. */
  readonly managers: readonly Address[]
  readonly accountant: Address
  readonly kind: AccountantKind
}

type VaultEntry = {
  readonly name: string
  readonly vault: Address
  readonly accountant: Address
  readonly kind: AccountantKind
  /** Chain slugs by manager, oldest manager first. */
  readonly managers: readonly (readonly [Address, readonly string[]])[]
}

// Source: the vaults' published deployment files and leaf files.
const entries: readonly VaultEntry[] = [
  {
    name: 'ether.fi Liquid ETH',
    vault: '0xf0bb20865277aBd641a307eCe5Ee04E79073416C',
    accountant: '0x0d05D94a5F1E76C18fbeB7A13d17C8a314088198',
    kind: 'rate-providers',
    managers: [
      [
        '0x227975088C28DBBb4b421c6d96781a53578f19a8',
        ['mainnet', 'base', 'arbitrum', 'optimism', 'scroll', 'berachain', 'katana'],
      ],
      ['0xf9f7969C357ce6dfd7973098Ea0D57173592bCCa', ['mainnet', 'optimism', 'plasma', 'ink']],
      ['0xDEa7AF4a96A762c9d43A7eE02acecD20A3C6D8B6', ['unichain', 'swell']],
    ],
  },
  {
    name: 'ether.fi Liquid USD',
    vault: '0x08c6F91e2B681FaF5e17227F2a44C307b3C1364C',
    accountant: '0xc315D6e14DDCDC7407784e2Caf815d131Bc1D3E7',
    kind: 'rate-providers',
    managers: [
      [
        '0xcFF411d5C54FE0583A984beE1eF43a4776854B9A',
        ['mainnet', 'berachain', 'flare', 'unichain', 'scroll'],
      ],
      ['0x7b57Ad1A0AA89583130aCfAD024241170D24C13C', ['optimism', 'plasma', 'plume', 'sei']],
    ],
  },
  {
    name: 'ether.fi Liquid BTC',
    vault: '0x5f46d540b6eD704C3c8789105F30E075AA900726',
    accountant: '0xEa23aC6D7D11f6b181d6B98174D334478ADAe6b0',
    kind: 'rate-providers',
    managers: [
      [
        '0xaFa8c08bedB2eC1bbEb64A7fFa44c604e7cca68d',
        ['mainnet', 'berachain', 'corn', 'optimism', 'scroll'],
      ],
    ],
  },
  {
    name: 'eBTC',
    vault: '0x657e8C867D8B37dCC18fA4Caead9C45EB088C642',
    accountant: '0x1b293DC39F94157fA0D1D36d7e0090C8B8B8c13F',
    kind: 'rate-providers',
    managers: [
      [
        '0x382d0106F308864D5462332D9D3bB54a60384B70',
        ['mainnet', 'arbitrum', 'berachain', 'corn', 'optimism', 'scroll'],
      ],
    ],
  },
  {
    name: 'ether.fi eUSD',
    vault: '0x939778D83b46B456224A33Fb59630B11DEC56663',
    accountant: '0xEB440B36f61Bf62E0C54C622944545f159C3B790',
    kind: 'rate-providers',
    managers: [['0xDFC5b0d2eC65864Dc773F681E3D52c765dc083ac', ['mainnet', 'scroll', 'optimism']]],
  },
  {
    name: 'Super Symbiotic LRT (weETHs)',
    vault: '0x917ceE801a67f933F2e6b33fC0cD1ED2d5909D88',
    accountant: '0xbe16605B22a7faCEf247363312121670DFe5afBE',
    kind: 'rate-providers',
    managers: [['0xA24dD7B978Fbe36125cC4817192f7b8AA18d213c', ['mainnet']]],
  },
  {
    name: 'Lombard DeFi (LBTCv)',
    vault: '0x5401b8620E5FB570064CA9114fd1e135fd77D57c',
    accountant: '0x28634D0c5edC67CF2450E74deA49B90a4FF93dCE',
    kind: 'rate-providers',
    managers: [['0xcf38e37872748E3b66741A42560672A6cef75e9B', ['mainnet', 'base', 'bsc', 'corn']]],
  },
  {
    name: 'Golden Goose (Lido GGV)',
    vault: '0xef417FCE1883c6653E7dC6AF7c6F85CCDE84Aa09',
    accountant: '0xc873F2b7b3BA0a7faA2B56e210E3B965f2b618f5',
    kind: 'rate-providers',
    managers: [
      [
        '0x5F341B1cf8C5949d6bE144A725c22383a5D3880B',
        ['mainnet', 'base', 'arbitrum', 'optimism', 'linea', 'unichain', 'katana', 'plasma'],
      ],
    ],
  },
  {
    name: 'Alpha stETH',
    vault: '0xeC797D184a8C6Cd1EF01faDC98B575e84B156C18',
    accountant: '0x9636E393B898958d51C351bca896e7BF1736943a',
    kind: 'rate-providers',
    managers: [['0xFF5795Cb8d83348B24E708EA23b1fA8Ce137E88a', ['mainnet', 'unichain']]],
  },
  {
    name: 'scUSD (Rings)',
    vault: '0xd3DCe716f3eF535C5Ff8d041c1A41C3bd89b97aE',
    accountant: '0xA76E0F54918E39A63904b51F688513043242a0BE',
    kind: 'fixed-rate',
    managers: [['0x76fda7A02B616070D3eC5902Fa3C5683AC3cB8B6', ['mainnet', 'sonicMainnet']]],
  },
  {
    name: 'Boosted USDC',
    vault: '0xDbD87325D7b1189Dcc9255c4926076fF4a96A271',
    accountant: '0x62A88Bea6fe527b5DEfAA103A3f8b5010205aF92',
    kind: 'yield-streaming',
    managers: [['0xEd23b12e7700BeB638562A22ED65f74291901c25', ['mainnet', 'ink']]],
  },
  {
    name: 'whopUSD',
    vault: '0xd447b8776cEd03C4Cb40C7F6515dA89d90f6648A',
    accountant: '0x0cBBb8A916A4F9bc735f6D39c8f685E6eD597CaC',
    kind: 'yield-streaming',
    managers: [['0xB7E9CD6bF9De2807B15a472B6398282Afc5E8b3f', ['plasma']]],
  },
]

/** Vaults on record, one entry for each chain that a vault lives on. */
export const knownVaults: readonly KnownVault[] = entries.flatMap(deploymentsOf)

/**
 * Finds a vault on record.
 *
 * @param chainId - as in 1.
 * @param vault - EIP-55 or any letter case.
 * @returns the vault on that chain; null when it is not on record.
 */
export function knownVaultOf(chainId: number, vault: string): KnownVault | null {
  const address = vault.toLowerCase()
  return (
    knownVaults.find((one) => one.chainId === chainId && one.vault.toLowerCase() === address) ??
    null
  )
}

function deploymentsOf(entry: VaultEntry): KnownVault[] {
  const { name, vault, accountant, kind } = entry
  const slugs = new Set(entry.managers.flatMap(([, chains]) => chains))
  return [...slugs].flatMap((slug) => {
    const chain = chainOf(slug)
    if (chain === null) return []
    const managers = entry.managers.filter(([, on]) => on.includes(slug)).map(([one]) => one)
    return [{ chainId: chain.id, vault, name, managers, accountant, kind }]
  })
}
