import type { Address } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import { safeTransactionHashOf } from '@vaultwright/safe'
import type { ChainAccess } from '../../../packages/api/src/node/chains.ts'
import {
  noSafeServices,
  openSafeServices,
  type SafeServices,
} from '../../../packages/api/src/node/safe-services.ts'
import type { MadeSafe } from '../../support/service/safe/made-safe.ts'
import { draftOf } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, type TestOptions, testActor } from './harness.ts'

/** The Safe is in memory: of the chain its last final block counts. */
const chain = {
  readBlock: async () => ({ number: 200n }),
  readTokens: async (tokens: readonly Address[]) =>
    tokens.map((address) => ({ address, symbol: 'LOC', decimals: 6 })),
} as unknown as Chain
const access = { slug: 'mainnet', chainId: 1, open: async () => chain } as ChainAccess
export const safeChains: NonNullable<TestOptions['chains']> = {
  of: (slug) => (slug === 'mainnet' ? access : null),
  close: async () => {},
}

/** Opens a service over a Safe in memory, which is a strategist of `acme`. */
export async function openSafeApi(
  { account, read: readSafe, service }: MadeSafe,
  changes: Partial<SafeServices>,
  now: () => bigint,
): Promise<TestApi> {
  const safes = {
    ...openSafeServices(noSafeServices),
    servicesOf: () => [service],
    openReader: () => readSafe,
    wait: () => new Promise<void>((resolve) => void setImmediate(resolve)),
    ...changes,
  }
  const api = await openTestApi({ chains: safeChains, safes, now })
  await addSafe(api, api.tenant.id, account.safe)
  return api
}

/** Makes an account a strategist of a vault of a tenant. */
export async function addSafe(
  { store }: TestApi,
  ...[tenantId, safe, number = 1]: readonly [tenantId: string, safe: Address, number?: number]
): Promise<void> {
  const draft = draftOf(number, ['mainnet'])
  const strategists = [{ name: 'safe', address: safe }]
  const deployments = draft.deployments.map((deployment) => ({ ...deployment, strategists }))
  await store.vaults.put(tenantId, { ...draft, definition: null, deployments }, testActor)
}

const token: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** As a simulation would state it: the vault pays 25 of a token. */
export const stateProposal: SafeServices['stateProposal'] = async (_, { account, transaction }) => {
  const { safe: address, chainId, version } = account
  const move = { token: token, holder: address, atLeast: -25n, atMost: -25n }
  const statement: Statement = {
    safe: address,
    chainId,
    version,
    nonce: transaction.nonce,
    safeTxHash: safeTransactionHashOf(transaction, account),
    contentHash: `0x${'11'.repeat(32)}`,
    block: 100n,
    watched: [address],
    moves: [move],
    approvals: [],
  }
  return statement
}
