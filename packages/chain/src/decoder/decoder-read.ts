import type { Address, Hex } from '@vaultwright/base'
import type { DecoderRead, ReadReply } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef, EthCallResult } from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import { decodeRead, encodeRead } from './read-value.ts'

/** The chain on which the reads of a decoder's rules run. */
export type DecoderReadPlan = {
  readonly chain: Pick<Chain, 'readCalls' | 'readCode'>
  readonly block: BlockRef
  readonly decoder: Address
  /** Runtime code of the decoder, which holds the addresses that it was made with. */
  readonly code: Hex
  /** Contracts that the decoder reads though its code does not hold them. */
  readonly contracts: readonly Address[]
  /** The account that calls the decoder. */
  readonly from: Address
}

/**
 * Makes a reader of what a decoder's rules read of the chain.
 *
 * A rule names most contracts in words, such as "the position manager". The decoder holds their addresses in
 * its code, where its constructor put them: those that have code are asked, and one answer must stand alone.
 */
export function openDecoderReader(
  plan: DecoderReadPlan,
): (reads: readonly DecoderRead[]) => Promise<readonly ReadReply[]> {
  let held: Promise<readonly Address[]> | null = null
  /** By the words of a rule: the contract that answered alone. */
  const contractOf = new Map<string, Address>()
  return async (reads) => {
    if (reads.length === 0) return []
    held ??= contractsWithCode(plan)
    const candidates = await held
    const queries = reads.map((read) => ({ read, to: addressesOf(read, candidates) }))
    const calls = queries.flatMap(({ read: reading, to }) => {
      const data = encodeRead(reading)
      return data === null ? [] : to.map((address) => ({ to: address, data }))
    })
    const answers = await plan.chain.readCalls(calls, plan.block)
    let next = 0
    return queries.map(({ read: reading, to }): ReadReply => {
      if (isCaller(reading)) return { kind: 'value', value: plan.from }
      if (to.length === 0 || encodeRead(reading) === null) return { kind: 'unasked' }
      const replies = answers.slice(next, next + to.length)
      next += to.length
      return replyOf(reading, to, replies)
    })
  }

  function addressesOf(read: DecoderRead, candidates: readonly Address[]): readonly Address[] {
    if (isCaller(read)) return []
    if (read.address !== null) return [read.address]
    if (read.contract.startsWith('the decoder')) return [plan.decoder]
    const learned = contractOf.get(read.contract)
    return learned === undefined ? candidates : [learned]
  }

  function replyOf(
    read: DecoderRead,
    to: readonly Address[],
    answers: readonly EthCallResult[],
  ): ReadReply {
    const values = answers.map((answer) => decodeRead(answer, read))
    const present = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
    const [first] = present
    if (first === undefined) return { kind: 'failed' }
    if (present.some(({ value }) => String(value) !== String(first.value)))
      return { kind: 'unasked' }
    if (present.length === 1) contractOf.set(read.contract, to[first.index]!)
    return { kind: 'value', value: first.value }
  }
}

/**
 * Lists the addresses that a contract's code holds.
 *
 * @returns 20 bytes that are pushed alone or behind 12 zero bytes, each once; masks left out.
 */
export function addressesInCode(code: Hex): readonly Address[] {
  const accounts = new Set<Address>()
  const digits = code.slice(2).toLowerCase()
  for (let index = 0; index < digits.length; index += 2) {
    const opcode = Number.parseInt(digits.slice(index, index + 2), 16)
    if (opcode < 0x60 || opcode > 0x7f) continue
    const size = opcode - 0x5f
    const pushed = digits.slice(index + 2, index + 2 + 2 * size)
    index += 2 * size
    const isAccount = size === 20 || (size === 32 && pushed.startsWith('0'.repeat(24)))
    const account = pushed.slice(-40)
    if (isAccount && account.length === 40 && !/^(0|f)+$/.test(account)) {
      accounts.add(checksumOf(`0x${account}`))
    }
  }
  return [...accounts]
}

async function contractsWithCode({
  chain,
  code,
  contracts,
  block,
}: DecoderReadPlan): Promise<readonly Address[]> {
  const candidates = [...new Set([...contracts.map(checksumOf), ...addressesInCode(code)])]
  const codes = await Promise.all(candidates.map((account) => chain.readCode(account, block)))
  return candidates.filter((_, index) => codes[index]!.hash !== null)
}

function isCaller({ contract }: DecoderRead): boolean {
  return contract.startsWith('the account that calls the decoder')
}
