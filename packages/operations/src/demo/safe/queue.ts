import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalManifest,
  readExecutions,
  readSafeAccount,
  signatureReaderOf,
} from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { erc20Abi } from '@vaultwright/registry'
import {
  buildSafeTransaction,
  delegateTypedDataOf,
  printServiceEntry,
  type SafeAccountState,
  safeTransactionHashOf,
  safeTypedDataOf,
  type TypedData,
  usualMultiSendOf,
} from '@vaultwright/safe'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { encodeCalldata } from '../../calldata/encode.ts'
import type { Row } from './request.ts'
import { type ServedStandIn, serveSafeStandIn } from './serve.ts'
import { openSafeStandIn, type SafeStandIn } from './stand-in.ts'
import type { StandInChain } from './transaction.ts'

/** The needs of the demo's queue. */
export type DemoQueueParts = {
  /** The local chain. */
  readonly chain: Chain
  readonly manifest: LocalManifest
  /** Of the local chain's files. */
  readonly folder: string
}

/** The queue of the demo's Safe. */
export type DemoQueue = ServedStandIn & {
  readonly safe: Address
  /** The key of the delegate that the first owner named: it proposes, and moves nothing. */
  readonly delegateKey: Hex
}

/** An account that nobody knows: it would own what the vault supplies. */
const thief: Address = '0x6666666666666666666666666666666666666666'
/** Public, as every key of the demo; no account of the local chain has it. */
const delegateKey: Hex = `0x${'de'.repeat(32)}`
const supplyAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
])

/**
 * Serves a queue for the Safe of 2 of 3 that is a strategist of the local chain's first vault. Two transactions wait in
 * it, each signed by one owner: one supplies to Aave, and one supplies in a stranger's name.
 */
export async function openDemoQueue(parts: DemoQueueParts): Promise<DemoQueue> {
  const { chain, manifest } = parts
  const { safe, manager } = safeOf(manifest)
  const standIn = openSafeStandIn(standInChainOf(chain), manifest.chainId)
  const account = await readSafeAccount(chain, safe, await chain.readBlock('latest'))
  const honest = supplyCalldata(parts)
  const [first, , third] = ownersOf(manifest)
  const propose = (data: Hex, offset: bigint, owner: PrivateKeyAccount) =>
    proposeAs(owner, standIn, { account, call: { to: manager, data }, offset })
  await propose(honest, 0n, first!)
  await propose(inNameOfThief(honest, manifest), 1n, third!)
  await nameDelegate(first!, standIn, account)
  return { ...(await serveSafeStandIn(standIn)), safe, delegateKey }
}

function safeOf({ vaults }: LocalManifest) {
  const { manager, strategists } = vaults[0]!
  const { address: safe, tree } = strategists.find(({ name }) => name === 'multisig')!
  return { safe, manager, tree }
}

function ownersOf({ accounts }: LocalManifest): readonly PrivateKeyAccount[] {
  return accounts
    .filter(({ name }) => name.startsWith('signer '))
    .map(({ privateKey }) => privateKeyToAccount(privateKey))
}

/** Reads the local chain as a service reads its own. */
function standInChainOf(chain: Chain): StandInChain {
  return {
    accountOf: async (safe) => readSafeAccount(chain, safe, await chain.readBlock('latest')),
    readerOf: (account) => {
      const block = { number: account.blockNumber, hash: account.blockHash, timestamp: 0n }
      return signatureReaderOf(chain, account, block)
    },
    executions: async (safe) => {
      const toBlock = await chain.readBlock('latest')
      return readExecutions(chain, safe, { fromBlock: 0n, toBlock })
    },
  }
}

/** 10 WETH of the vault to Aave, in the vault's name, with the proofs of the Safe's tree. */
function supplyCalldata({ manifest, folder }: DemoQueueParts): Hex {
  const { contracts, vaults } = manifest
  const file = parseTreeFile(readFileSync(join(folder, safeOf(manifest).tree)))
  const [weth, pool] = [contracts.WETH!, contracts['Aave pool']!]
  const amount = parseEther('10')
  const approval = { abi: erc20Abi, functionName: 'approve', args: [pool, amount] } as const
  const args = [weth, amount, vaults[0]!.vault, 0] as const
  const calls = [
    { target: weth, data: encodeFunctionData(approval) },
    { target: pool, data: encodeFunctionData({ abi: supplyAbi, args }) },
  ].map((call) => ({ kind: 'call', value: 0n, ...call }) as const)
  return encodeCalldata(calls, { file, managerFile: file, rules: ruleBook, reads: {} }).calldata
}

/** The vault stands in the calldata as the owner of what is supplied alone. */
function inNameOfThief(calldata: Hex, { vaults }: LocalManifest): Hex {
  const vault = vaults[0]!.vault.slice(2).toLowerCase()
  return calldata.replace(vault, thief.slice(2)) as Hex
}

type DemoProposal = {
  readonly account: SafeAccountState
  readonly call: { readonly to: Address; readonly data: Hex }
  /** Nonces behind the next one. */
  readonly offset: bigint
}

async function proposeAs(
  owner: PrivateKeyAccount,
  standIn: SafeStandIn,
  { account, call, offset }: DemoProposal,
): Promise<void> {
  const multiSend = usualMultiSendOf(account.version).address
  const nonce = account.nonce + offset
  const transaction = buildSafeTransaction([{ ...call, value: 0n }], { multiSend, nonce })
  const hash = safeTransactionHashOf(transaction, account)
  const signature = await signTyped(owner, safeTypedDataOf(transaction, account))
  const row = printServiceEntry(transaction, { safe: account.safe, hash })
  const origin = JSON.stringify({ name: 'Demo' })
  const body = { ...row, sender: owner.address, signature, origin }
  await post(standIn, `v2/safes/${account.safe}/multisig-transactions/`, body)
}

async function nameDelegate(
  owner: PrivateKeyAccount,
  standIn: SafeStandIn,
  { safe, chainId }: SafeAccountState,
): Promise<void> {
  const { address: delegate } = privateKeyToAccount(delegateKey)
  const atUnix = Math.floor(Date.now() / 1_000)
  const signature = await signTyped(owner, delegateTypedDataOf({ delegate, chainId, atUnix }))
  const names = { safe, delegate, delegator: owner.address, label: 'Demo' }
  await post(standIn, 'v2/delegates/', { ...names, expiryDate: null, signature })
}

async function post(standIn: SafeStandIn, path: string, body: Row): Promise<void> {
  const url = new URL(`http://127.0.0.1/api/${path}`)
  const { status, body: answer } = await standIn({ method: 'POST', url, body })
  if (status !== 201) throw new DemoQueueError(path, JSON.stringify(answer))
}

function signTyped(owner: PrivateKeyAccount, data: TypedData): Promise<Hex> {
  return owner.signTypedData(data as Parameters<PrivateKeyAccount['signTypedData']>[0])
}

/** The demo's own service refuses what the demo puts in. */
class DemoQueueError extends BaseError {
  override readonly code = 'demo_queue_refused'
  override readonly kind = 'bug'

  constructor(path: string, answer: string) {
    const message = `The queue of the demo refuses ${path}: ${answer} Report this with the version of the program.`
    super({ message, facts: { path } })
  }
}
