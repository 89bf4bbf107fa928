import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chain, type LocalChain, openChain } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { type DemoQueue, openDemoQueue } from '@vaultwright/operations'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import { type SafeTransaction, safeTypedDataOf } from '@vaultwright/safe'
import {
  judgeQueue,
  openSafeReader,
  openTransactionService,
  type SafeAtBlock,
  type SafeService,
} from '@vaultwright/safe-service'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainFolder, startLocalChain } from '../../support/node/local-chain.ts'
import { signTyped } from '../../support/service/safe/made-safe.ts'

let local: LocalChain
let chain: Chain
let queue: DemoQueue
let service: SafeService

beforeAll(async () => {
  local = await startLocalChain()
  const { manifest, anvil } = local
  chain = await openChain(anvil.rpc, { id: manifest.chainId })
  queue = await openDemoQueue({ chain, manifest, folder: localChainFolder })
  const settings = { url: queue.url, key: null, chainId: chain.id, wait: async () => {} }
  service = openTransactionService({ fetch, ...settings })
})
afterAll(async () => {
  await queue?.close()
  await local?.anvil.close()
})

/** Reads the Safe with the tree that it has as a strategist. */
function readSafe(): Promise<SafeAtBlock> {
  const { vault, strategists } = local.manifest.vaults[0]!
  const { tree } = strategists.find(({ address }) => address === queue.safe)!
  const file = parseTreeFile(readFileSync(join(localChainFolder, tree)))
  const evidence = { naming: callContextOf(chain.id, vault), rules: ruleBook, reads: {} }
  const namingOf = async () => evidence
  const terms = { safe: queue.safe, block: 'latest', file, managerFile: null } as const
  return openSafeReader(chain, { ...terms, namingOf })()
}

test('golden: of the two transactions of the demo one is proven, and one is refused', async () => {
  const safe = await readSafe()
  const { entries } = await judgeQueue(safe, [service])
  const answers = entries.map(({ state, verdict, verified }) => [
    state,
    verdict.answer,
    verified.signatures.length,
  ])
  // No record has a local chain: its Manager and its block are conditions.
  expect(answers).toEqual([
    ['awaiting', 'conditional', 1],
    ['queued', 'no', 1],
  ])
  expect(entries[1]!.verdict.reasons[0]).toMatchObject({ weight: 'no', code: 'call_refused' })
  expect(safe).toMatchObject({ unprovenBecause: null, account: { version: '1.4.1', threshold: 2 } })
})

test('law: a second owner makes it ready, and the wallet on the chain accepts exactly that', async () => {
  const [, second] = local.manifest.accounts.filter(({ name }) => name.startsWith('signer '))
  const safe = await readSafe()
  const [entry] = (await judgeQueue(safe, [service])).entries
  const { transaction } = entry!.verified.entry
  const sign = (terms: SafeTransaction) =>
    signTyped(privateKeyToAccount(second!.privateKey), safeTypedDataOf(terms, safe.account))
  const signatureOfNext = await sign({ ...transaction, nonce: transaction.nonce + 1n })
  await expect(service.confirm(entry!.verified.hash, signatureOfNext)).rejects.toMatchObject({
    code: 'safe_service_refused',
  })
  await service.confirm(entry!.verified.hash, await sign(transaction))
  const [ready] = (await judgeQueue(safe, [service])).entries
  expect(ready).toMatchObject({ state: 'ready', verified: { isExecutable: true } })
})

test('law: the delegate of the demo may propose, and its signature counts for no owner', async () => {
  const key = privateKeyToAccount(queue.delegateKey)
  const rows = await service.delegates(queue.safe)
  expect(rows.map(({ delegate }) => delegate)).toEqual([key.address])
  const { account } = await readSafe()
  expect(account.owners).not.toContain(key.address)
})
