import type { BodyOf, OperationName, ResponseOf } from '@vaultwright/wire'

/** A vault. */
export const vault = '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'
/** Its strategist. */
export const strategist = '0x1b3B62930a45a63CA56fD666dFef294DE092CF71'
/** Its Manager. */
export const manager = '0xc7057aD951d604E746b37A7E84943E265620086B'
/** The decoder of its leaves. */
export const decoder = '0x760630d4E2912f9eebE3DF745bd048658D140E19'
/** Its accountant. */
export const accountant = '0xee81eFAEff36390391461B0CfA7ce80CA3FC6B06'
/** Aave v3's pool on Ethereum. */
export const pool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
/** USDC on Ethereum. */
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** A root. */
export const root = '0xcee829dde8c656328e8a194c4222196927d2739327344446e5cca3d0f910ff02'
/** The digest of a leaf. */
export const leaf = '0xced5fd92baee1fc44a58699925b8a21caaa45d2d465b9bcc0d35d930a3985405'
/** The digest beside it. */
export const beside = '0xb9977b74d5662eff35ed7ffd60ed5b255b484d95ae57daa08ac8d7b65947408c'
/** The hash of a transaction. */
export const transaction = '0x73d44cd06099d5db3ac1be64277794fe1775f18a006903a138629b27a1aa315d'
/** The end of a day. */
export const day = '2026-11-20T23:59:59Z'
/** A page after which there is none. */
export const lastPage = { next_cursor: null, page_size: 20, has_more: false } as const

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

/** Bodies by what they show, by operation. */
export type RequestExamples = {
  readonly [Name in OperationName]?: Readonly<Record<string, BodyOf<Name>>>
}

/** Answers by what they show, by operation. */
export type ResponseExamples = {
  readonly [Name in OperationName]?: Readonly<Record<string, ResponseOf<Name>>>
}
