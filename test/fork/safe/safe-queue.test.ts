import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chain, type LocalChain, openChain } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { type DemoQueue, openDemoQueue } from '@vaultwright/operations'
import { callContextOf } from '@vaultwright/protocols'
import { type SafeTransaction, safeTypedDataOf } from '@vaultwright/safe'
import {
  judgeQueue,
  openSafeReader,
  openTransactionService,
  type SafeAtBlock,
  type SafeService,
  type StrategistVault,
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

/** Opens a vault with the tree of one of its strategists: that of the Safe, where it is one. */
function openVault(index: number): StrategistVault {
  const { vault, strategists } = local.manifest.vaults[index]!
  const strategist = strategists.find(({ address }) => address === queue.safe)
  const { tree } = strategist ?? strategists[0]!
  const file = parseTreeFile(readFileSync(join(localChainFolder, tree)))
  const { manager } = file.metadata
  const namingOf = async () => callContextOf(chain.id, vault)
  return { manager, file, managerFile: null, namingOf }
}

/** Reads the Safe with the tree that it has as a strategist, and those of further vaults before or behind it. */
function readSafe(first = 0, ...further: readonly number[]): Promise<SafeAtBlock> {
  const vaults = [openVault(first), ...further.map(openVault)] as const
  return openSafeReader(chain, { safe: queue.safe, block: 'latest', vaults })()
}

test('law: the vault whose Manager an entry calls judges it, wherever it stands among the vaults', async () => {
  const reasonsOf = async (...vaults: readonly [number, ...number[]]) => {
    const { entries } = await judgeQueue(await readSafe(...vaults), [service])
    // The block of the chain may have changed between two looks.
    return entries.map(({ verdict }) => [
      verdict.answer,
      ...verdict.reasons.map(({ weight, code, path }) => [weight, code, path]),
    ])
  }
  const alone = await reasonsOf(0)
  expect(await reasonsOf(1, 0)).toEqual(alone)
  expect(await reasonsOf(0, 1)).toEqual(alone)
  // Without its own vault no other makes a Yes of it.
  const answers = (await reasonsOf(1)).map(([answer]) => answer)
  expect(answers).toEqual(['no', 'no'])
})

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
