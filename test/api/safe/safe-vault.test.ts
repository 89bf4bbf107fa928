import type { Address } from '@vaultwright/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SafeServices } from '../../../packages/api/src/node/safe-services.ts'
import {
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  transactionOf,
} from '../../support/service/safe/made-safe.ts'
import { draftOf } from '../../support/store/store-fixture.ts'
import type { TestApi } from '../support/harness.ts'
import { addSafe, openSafeApi, stateProposal } from '../support/safe-api.ts'

let safe: MadeSafe
let api: TestApi
let openedManagers: readonly (Address | null)[]

/** The fixtures' tree stands for the tree that is stored of each vault. */
const openReader: SafeServices['openReader'] = (_, { vaults }) => {
  openedManagers = vaults.map(({ manager }) => manager)
  return async () => {
    const block = await safe.read()
    const { evidence } = block
    const judging = vaults.map(({ manager }) => ({
      manager: manager!,
      root: { ...evidence.root!, manager },
      naming: evidence.naming,
    }))
    const { root } = judging[0]!
    return { ...block, evidence: { ...evidence, root, vaults: judging } }
  }
}

beforeEach(async () => {
  safe = makeSafe()
  api = await openSafeApi(safe, { holder: 'test', openReader, stateProposal }, () => 1_800_000_000n)
  await addSafe(api, api.tenant.id, safe.account.safe, 2)
  await addSafe(api, (await api.addTenant('globex')).tenant.id, safe.account.safe, 3)
})
afterEach(() => api.close())

const pathOf = (rest: string) => `/v1/safes/mainnet/${safe.account.safe}${rest}`
/** Two of the tenant, and one of another. */
const vaults = [1, 2, 3].map((number) => {
  const { address: vault, deployments } = draftOf(number, ['mainnet'])
  return { vault, manager: deployments[0]!.manager }
})

test('law: each entry is judged by the vault whose Manager it calls, and none by one of another tenant', async () => {
  const { account, service } = safe
  for (const [index, { manager }] of vaults.entries()) {
    const nonce = account.nonce + BigInt(index)
    const transaction = transactionOf([{ ...permitted, to: manager }], account, nonce)
    await post(service, account, { transaction, signers: owners.slice(0, 2) })
  }
  const headers = await api.as('viewer')
  const queue = async (rest = '') =>
    (await api.ask('GET', pathOf(`/queue${rest}`), { headers })).body
  const { entries } = (await queue()).data
  const answers = entries.map((entry: Record<string, unknown>) => [
    entry.answer,
    entry.vault_address,
  ])
  const [first, second] = vaults
  expect(answers).toEqual([
    ['conditional', first!.vault],
    ['conditional', second!.vault],
    ['no', first!.vault],
  ])
  expect(openedManagers).toEqual(vaults.slice(0, 2).map(({ manager }) => manager))
  // A caller who names a vault has its tree alone.
  const alone = (await queue(`?vault_address=${second!.vault}`)).data.entries
  expect(alone.map(({ answer }: { answer: string }) => answer)).toEqual(['no', 'conditional', 'no'])
})

test('behavior: a batch is proposed by the vault whose Manager it calls, unless another is named', async () => {
  const [first, second] = vaults
  const headers = await api.as('strategist')
  const propose = async (further: Record<string, unknown>) => {
    const transactions = [{ ...permitted, to: second!.manager, value: '0' }]
    const batch = { version: '1.0', chainId: '1', createdAt: 1, meta: { name: 'x' }, transactions }
    const body = { batch, allow_conditional: true, dry_run: true, ...further }
    return api.ask('POST', pathOf('/proposals'), { headers, body })
  }
  expect((await propose({})).body.data.outcome).toBe('would_propose')
  const refused = await propose({ vault_address: first!.vault })
  expect([refused.status, refused.body.error.code]).toEqual([422, 'safe_proposal_refused'])
})
