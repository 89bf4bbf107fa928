import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import {
  type BatchCall,
  type DecoderFunction,
  type DecoderRead,
  type DecoderReadValues,
  type ManagerState,
  packArguments,
  readBatch,
  rulesFor,
} from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { managerSelectors, vaultSelectors } from '@vaultwright/registry'
import { encodeFunctionData, pad, parseAbi, sliceHex } from 'viem'
import decoderVector from '../../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { digestIn, type MatrixWorld } from './world.ts'

/** The chain's facts about a batch before it runs. */
export type KnownState = {
  readonly state: ManagerState
  readonly reads: DecoderReadValues
  readonly root: Uint8Array
  readonly managerRoot: Uint8Array
}

/** The owner and target of a batch. */
export type StateQuery = {
  readonly from: Address
  readonly manager: Address
  readonly data: Hex
  readonly lender: NonNullable<ManagerState['lender']>
}

const abi = parseAbi([
  'function owner() view returns (address)',
  'function authority() view returns (address)',
  'function vault() view returns (address)',
  'function isPaused() view returns (bool)',
  'function manageRoot(address) view returns (bytes32)',
  'function canCall(address user, address target, bytes4 sig) view returns (bool)',
])

/** Reads everything that a prediction needs, at one block, from the chain and from nothing else. */
export async function readKnownState(world: MatrixWorld, ask: StateQuery): Promise<KnownState> {
  const { chain } = world
  const block = await chain.readBlock('latest')
  const { from, manager, data, lender } = ask
  const read = (to: Address, name: string, ...args: readonly unknown[]) =>
    wordAt({ chain, block }, to, { name, args })
  const [vault, isPaused, owner, authority, root, managerRoot] = await Promise.all([
    read(manager, 'vault'),
    read(manager, 'isPaused'),
    read(manager, 'owner'),
    read(manager, 'authority'),
    read(manager, 'manageRoot', from),
    read(manager, 'manageRoot', manager),
  ])
  const may = async (who: Address, what: Address, selector: Hex) =>
    same(who, owner) ||
    BigInt(await read(addressIn(authority), 'canCall', who, what, selector)) === 1n
  const batch = managerSelectors.manageVaultWithMerkleVerification
  const calls = callsIn(data, manager)
  const decoders = [...new Set(calls.map((call) => call.decoder))]
  const [isAuthorised, isManagerAuthorised, isVaultCaller, balances, codes] = await Promise.all([
    may(from, manager, batch),
    may(manager, manager, batch),
    may(manager, addressIn(vault), vaultSelectors.manage),
    chain.readNativeBalances([addressIn(vault)], block),
    codesAt({ chain, block }, calls),
  ])
  const probes = await probed({ chain, block }, calls, codes)
  const names = new Map(decoders.map((decoder) => [decoder, namesOf(world, decoder)]))
  const state: ManagerState = {
    isAuthorised,
    isManagerAuthorised,
    isVaultCaller,
    lender,
    isPaused: BigInt(isPaused) === 1n,
    vault: addressIn(vault),
    nativeBalance: balances[0]!,
    hasCode: (account) => (codes.has(account) ? codes.get(account) !== '0x' : null),
    functionAt: (decoder, selector) => probes.get(`${decoder} ${selector}`) ?? null,
    decodersAt: (decoder) => names.get(decoder) ?? null,
  }
  const reads = await readsFor(world, calls, block)
  return { state, reads, root: digestIn(root), managerRoot: digestIn(managerRoot) }
}

/** The calls of a batch and of its loans; none when the batch cannot be read. */
function callsIn(data: Hex, manager: Address): readonly BatchCall[] {
  const batchCalls: BatchCall[] = []
  const gather = (calls: readonly BatchCall[]) => {
    for (const call of calls) {
      batchCalls.push(call)
      if (call.loan !== null) gather(call.loan.batch.calls)
    }
  }
  try {
    gather(readBatch(data, { manager }).calls)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
  }
  return batchCalls
}

type ChainAtBlock = { readonly chain: Chain; readonly block: BlockRef }

async function codesAt(
  { chain, block }: ChainAtBlock,
  calls: readonly BatchCall[],
): Promise<ReadonlyMap<Address, Hex>> {
  const named = calls.flatMap(({ decoder, target, loan }) => [
    decoder,
    target,
    ...(loan === null ? [] : [loan.recipient]),
  ])
  const accounts = [...new Set(named)]
  const codes = await Promise.all(accounts.map((account) => chain.readCode(account, block)))
  return new Map(accounts.map((account, index) => [account, codes[index]!.code]))
}

/** A selector that stands in the code is a function; else the bare selector tells what happens. */
async function probed(
  { chain, block }: ChainAtBlock,
  calls: readonly BatchCall[],
  codes: ReadonlyMap<Address, Hex>,
): Promise<ReadonlyMap<string, DecoderFunction>> {
  const functions = new Map<string, DecoderFunction>()
  for (const { decoder, data } of calls) {
    const selector = data.length < 10 ? '0x' : sliceHex(data, 0, 4)
    const key = `${decoder} ${selector}`
    if (functions.has(key) || codes.get(decoder) === '0x') continue
    if (selector !== '0x' && codes.get(decoder)!.includes(`63${selector.slice(2)}`)) {
      functions.set(key, 'there')
      continue
    }
    const [answer] = await chain.readCalls([{ to: decoder, data: selector }], block)
    if (answer?.ok !== false) continue
    functions.set(key, answer.data === '0x' ? 'silent' : 'unsupported')
  }
  return functions
}

const { decoders } = decoderVector

function namesOf({ of }: MatrixWorld, decoder: Address): readonly string[] | null {
  const isNamed = (name: string) => isSameAddress(decoder, of(name))
  const lending = isNamed('Lending decoder') ? 'LendingDecoder' : null
  const contract = isNamed('Decoder') ? 'MainnetDecoder' : lending
  return decoders.find((one) => one.contract === contract)?.rules ?? null
}

const rounds = 3

/** Reads what the decoders of the batch would read; what reverts stays unread. */
async function readsFor(
  { chain, of }: MatrixWorld,
  calls: readonly BatchCall[],
  block: BlockRef,
): Promise<DecoderReadValues> {
  const values: Record<string, string> = {}
  for (let round = 0; round < rounds; round++) {
    const missing = new Map<string, DecoderRead>()
    for (const { bytes, data } of calls) {
      for (const rule of rulesFor(ruleBook, data.slice(0, 10))) {
        if (!rule.decoders.includes('UniswapV3')) continue
        const outcome = packArguments(rule, bytes, values)
        if (outcome.ok || outcome.reason !== 'needs_reads') continue
        for (const reading of outcome.reads) missing.set(reading.key, reading)
      }
    }
    for (const reading of missing.values()) {
      const to = reading.address ?? of('Uniswap positions')
      const reader = parseAbi([`function ${reading.function}`] as readonly string[])
      const args = reading.arguments.map((text) => (text.startsWith('0x') ? text : BigInt(text)))
      const data = encodeFunctionData({ abi: reader, args } as never)
      const [answer] = await chain.readCalls([{ to, data }], block)
      if (answer?.ok !== true) continue
      const word = sliceHex(answer.data, 32 * reading.position, 32 * reading.position + 32)
      values[reading.key] = reading.type === 'address' ? addressIn(word) : word
    }
  }
  return values
}

async function wordAt(
  { chain, block }: ChainAtBlock,
  to: Address,
  { name, args }: { readonly name: string; readonly args: readonly unknown[] },
): Promise<Hex> {
  const data = encodeFunctionData({ abi, functionName: name, args } as never)
  const [answer] = await chain.readCalls([{ to, data }], block)
  if (answer?.ok !== true) throw new Error(`${name} of ${to}: ${JSON.stringify(answer)}`)
  return answer.data
}

function addressIn(word: Hex): Address {
  return pad(sliceHex(word, 12, 32), { size: 20 })
}

function same(one: Address, word: Hex): boolean {
  return BigInt(one) === BigInt(word)
}
