import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import {
  type BlockFact,
  EvmMemoryLimitError,
  type EvmRun,
  type EvmTimeLimit,
  EvmTimeLimitError,
  openMachine,
  openWorld,
} from '@vaultwright/evm'
import { keccak256 } from '@vaultwright/merkle'
import { openProvenState, type ProvenState } from '@vaultwright/proof'
import { interpretedOf } from '../../../packages/evm/src/world/overlay-world.ts'
import {
  evmAddressOf,
  type MadeAccount,
  madeHeader,
  openMadeState,
  stateRootOf,
} from './made-state.ts'
import { type Authorization, applyAuthorizations } from './set-code.ts'
import { encodeBytes, encodeList } from './trie.ts'

type Fields = Readonly<Record<string, Hex>>
type Indexes = { readonly data: number; readonly gas: number; readonly value: number }
type Expected = {
  readonly hash: Hex
  readonly logs: Hex
  readonly indexes: Indexes
  readonly expectException?: unknown
}

/** A test in the format of Ethereum's official state tests, as far as it is used here. */
export type StateTest = {
  readonly env: Fields
  readonly pre: Readonly<
    Record<Address, { nonce: Hex; balance: Hex; code: Hex; storage: Readonly<Record<Hex, Hex>> }>
  >
  readonly transaction: {
    readonly sender: Address
    readonly to: Address | ''
    readonly data: readonly Hex[]
    readonly gasLimit: readonly Hex[]
    readonly value: readonly Hex[]
    readonly gasPrice?: Hex
    readonly maxFeePerGas?: Hex
    readonly maxPriorityFeePerGas?: Hex
    readonly accessLists?: readonly (readonly unknown[] | null)[]
    readonly blobVersionedHashes?: unknown
    readonly authorizationList?: readonly Authorization[]
  }
  readonly post: Readonly<Record<string, readonly Expected[]>>
  readonly config?: { readonly chainid?: Hex }
}

/** The result of one case: `skipped` where it tests what a call of a vault does not have. */
export type StateTestOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped' | 'failed'; readonly why: string }

const hardforks = { Cancun: 'cancun', Prague: 'prague', Osaka: 'osaka' } as const

/**
 * Runs the cases of a state test under the rules that are known here.
 *
 * @param limit - how long one run of a case may take; without a bound when not given.
 */
export async function runStateTest(
  test: StateTest,
  limit?: EvmTimeLimit,
): Promise<readonly StateTestOutcome[]> {
  const outcomes: StateTestOutcome[] = []
  for (const [fork, hardfork] of Object.entries(hardforks)) {
    for (const expected of test.post[fork] ?? []) {
      const run = runCase(test, expected, { hardfork, limit })
      outcomes.push(await run.catch(limitedOutcome))
    }
  }
  return outcomes
}

/** A run that is ended by a named limit has no outcome. */
function limitedOutcome(error: unknown): StateTestOutcome {
  const isLimit = error instanceof EvmMemoryLimitError || error instanceof EvmTimeLimitError
  if (!isLimit) throw error
  return { kind: 'skipped', why: `it ends with the limit ${error.code}` }
}

type CaseTerms = {
  readonly hardfork: (typeof hardforks)[keyof typeof hardforks]
  readonly limit: EvmTimeLimit | undefined
}

async function runCase(
  test: StateTest,
  expected: Expected,
  { hardfork, limit }: CaseTerms,
): Promise<StateTestOutcome> {
  const foreign = foreignTo(test, expected)
  if (foreign !== null) return { kind: 'skipped', why: foreign }
  const { env, pre, transaction, config } = test
  const { indexes } = expected
  const gas = BigInt(transaction.gasLimit[indexes.gas]!)
  const baseFee = BigInt(env.currentBaseFee ?? '0x0')
  const gasPrice = priceOf(transaction, baseFee)
  const sender = transaction.sender.toLowerCase() as Address
  const accounts = new Map(
    Object.entries(pre).map(([name, account]) => [
      name.toLowerCase() as Address,
      accountOf(account),
    ]),
  )
  const chainId = Number(config?.chainid ?? '0x1')
  const list = transaction.authorizationList ?? []
  const authorizations = await applyAuthorizations(accounts, list, { sender, chainId })
  // The transaction buys its gas before it runs.
  const payer = accounts.get(sender) ?? {}
  accounts.set(sender, { ...payer, balance: (payer.balance ?? 0n) - gas * gasPrice })
  const before = (value: Hex) => `0x${(BigInt(value) - 1n).toString(16)}` as Hex
  const { requestsHash, ...cancunHeader } = madeHeader
  const state = openMadeState(accounts, {
    ...cancunHeader,
    ...(hardfork === 'cancun' ? {} : { requestsHash: requestsHash! }),
    number: before(env.currentNumber!),
    timestamp: before(env.currentTimestamp!),
    gasLimit: env.currentGasLimit!,
  })
  const rules = { chainId, hardfork }
  const feeRecipient = env.currentCoinbase!.toLowerCase() as Address
  const prevRandao = env.currentRandom ?? env.currentDifficulty ?? '0x0'
  const block = {
    number: BigInt(env.currentNumber!),
    timestamp: BigInt(env.currentTimestamp!),
    chosen: { feeRecipient, prevRandao: wordOf(prevRandao), baseFee, gasPrice },
  }
  const call = {
    from: sender,
    to: transaction.to as Address,
    data: transaction.data[indexes.data]!,
    value: BigInt(transaction.value[indexes.value]!),
    gas,
    authorizations,
  }
  const runOn = async (on: ProvenState) => {
    const world = openWorld(on, async () => undefined, limit)
    const machine = await openMachine(world, rules, block)
    return { world, run: await machine.run(call), asked: machine.asked }
  }
  const { world, run, asked: blockReads } = await runOn(state)
  const blind = blindTo(blockReads)
  if (blind !== null) return { kind: 'skipped', why: blind }
  const after = await accountsAfter(accounts, interpretedOf(world))
  pay(after, sender, (gas - run.gasUsed) * gasPrice)
  pay(after, feeRecipient, run.gasUsed * (gasPrice - baseFee))
  const root = stateRootOf(after)
  const logs = logsHashOf(run)
  if (root !== expected.hash || logs !== expected.logs) {
    return { kind: 'failed', why: `${hardfork}: state ${root}, logs ${logs}, gas ${run.gasUsed}` }
  }
  const again = await runOn(usedOf(state))
  const isSame = printRun(again.run) === printRun(run)
  return isSame ? { kind: 'passed' } : { kind: 'failed', why: 'another run from what it used' }
}

/** Why a case tests something that is not of a plain call; null if it does not. */
function foreignTo({ transaction, pre }: StateTest, expected: Expected): string | null {
  const { data } = expected.indexes
  if (expected.expectException !== undefined) return 'a transaction that no block may hold'
  if (transaction.to === '') return 'a transaction that creates a contract'
  if (transaction.blobVersionedHashes !== undefined) return 'a transaction with blobs'
  if ((transaction.accessLists?.[data] ?? []).length > 0) return 'a transaction with an access list'
  const isEmptyThere = Object.values(pre).some(
    ({ nonce, balance, code, storage }) =>
      BigInt(nonce) === 0n &&
      BigInt(balance) === 0n &&
      code === '0x' &&
      Object.keys(storage).length > 0,
  )
  return isEmptyThere ? 'an empty account with storage, which Ethereum does not have' : null
}

/** The facts that the block of a test answers and a made header does not. */
function blindTo(asked: ReadonlySet<BlockFact>): string | null {
  const names = (['BLOCKHASH', 'BLOBBASEFEE'] as const).filter((name) => asked.has(name))
  return names.length === 0 ? null : `it asks for ${names.join(', ')}`
}

function priceOf(transaction: StateTest['transaction'], baseFee: bigint): bigint {
  const { gasPrice, maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' } = transaction
  if (gasPrice !== undefined) return BigInt(gasPrice)
  const most = BigInt(maxFeePerGas)
  const price = baseFee + BigInt(maxPriorityFeePerGas)
  return price < most ? price : most
}

async function accountsAfter(
  before: ReadonlyMap<Address, MadeAccount>,
  world: ReturnType<typeof interpretedOf>,
): Promise<Map<Address, MadeAccount>> {
  const changes = world.changes()
  const after = new Map<Address, MadeAccount>()
  for (const name of new Set([...before.keys(), ...changes.keys()])) {
    const address = evmAddressOf(name)
    const account = await world.getAccount(address)
    if (account === undefined) continue
    const storage = new Map(before.get(name)?.storage ?? [])
    for (const [slot, word] of changes.get(name)?.storage ?? []) storage.set(slot, BigInt(word))
    const code = printHex(await world.getCode(address))
    after.set(name, { nonce: account.nonce, balance: account.balance, code, storage })
  }
  return after
}

/** Pays an account, and takes it away where it stays empty. Source: EIP-161. */
function pay(accounts: Map<Address, MadeAccount>, name: Address, wei: bigint): void {
  const account = accounts.get(name) ?? {}
  const balance = (account.balance ?? 0n) + wei
  const isEmpty = balance === 0n && (account.nonce ?? 0n) === 0n && (account.code ?? '0x') === '0x'
  if (isEmpty) accounts.delete(name)
  else accounts.set(name, { ...account, balance })
}

/** The state that consists of nothing but what a run used. */
function usedOf(state: ProvenState): ProvenState {
  const used = openProvenState(state.headerRlp, state.header.hash)
  const pieces = state.used()
  for (const node of pieces.nodes) used.addNode(parseHex(node))
  for (const code of pieces.codes) used.addCode(parseHex(code))
  return used
}

/** Computes the hash of logs as a state test has it: keccak256 of their RLP. */
export function logsHashOf({ logs }: Pick<EvmRun, 'logs'>): Hex {
  const entries = logs.map(({ address, topics, data }) =>
    encodeList([
      encodeBytes(parseHex(address.toLowerCase() as Hex)),
      encodeList(topics.map((topic) => encodeBytes(parseHex(topic)))),
      encodeBytes(parseHex(data)),
    ]),
  )
  return printHex(keccak256(encodeList(entries)))
}

function accountOf({ nonce, balance, code, storage }: StateTest['pre'][Address]): MadeAccount {
  const words = Object.entries(storage).map(
    ([slot, value]) => [wordOf(slot as Hex), BigInt(value)] as const,
  )
  return { nonce: BigInt(nonce), balance: BigInt(balance), code, storage: new Map(words) }
}

function wordOf(value: Hex): Hex {
  return `0x${BigInt(value).toString(16).padStart(64, '0')}`
}

function printRun(run: EvmRun): string {
  return JSON.stringify(run, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
